/** The largest party that staff can book beyond the limits of an experience. */
export const mostBeyondLimits = 200

/** Returns the sentence that warns staff before they exceed the limits, such as 'This is for parties of 2 to 12.' */
export function beyondSentence([least, most]: [least: number, most: number]): string {
  return `This is for parties of ${least === most ? least : `${least} to ${most}`}.`
}
