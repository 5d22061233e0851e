/**
 * What an act came to; `undo` is the form that takes it back, `about` what the act was about. Every act is an object of
 * its own.
 */
export type ToastMessage = {
  said: string
  failed: boolean
  undo?: Record<string, string> | null
  about?: string
}

/** Acts that are shown, by their numbers, the latest last; `next` is the number of the one to come. */
export type ToastLines = { shown: { n: number; done: ToastMessage }[]; next: number }

export const noToastLines: ToastLines = { shown: [], next: 0 }

/**
 * The lines after another act. Of those before it stay those that can still be taken back: a second deletion must not take
 * the first one's Undo away. `undone` is the one whose Undo this act was: it stands in its place.
 */
export function linesAfter(
  { shown, next }: ToastLines,
  done: ToastMessage,
  undone: ToastMessage | null,
): ToastLines {
  const stays = (before: ToastMessage) =>
    before === undone || (before.undo && (done.about === undefined || before.about !== done.about))
  const kept = shown.filter((line) => stays(line.done))
  const place = kept.findIndex((line) => line.done === undone)
  return place === -1
    ? { shown: [...kept, { n: next, done }], next: next + 1 }
    : { shown: kept.map((line, n) => (n === place ? { ...line, done } : line)), next }
}

export function linesWithout({ shown, next }: ToastLines, n: number): ToastLines {
  return { shown: shown.filter((line) => line.n !== n), next }
}
