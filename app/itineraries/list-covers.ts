/**
 * One cover for each of several days, by the pictures of their stops: as few of them as possible show the same, and who
 * has the least to choose from chooses first. Null where no stop has a picture.
 */
export function differentCovers(days: { covers: string[] }[]): (string | null)[] {
  const chosen: (string | null)[] = days.map(() => null)
  const shown = new Set<string>()
  const choices = days.map(({ covers }, n) => ({ covers: [...new Set(covers)], n }))
  for (const { covers, n } of choices.toSorted((one, other) => one.covers.length - other.covers.length)) {
    const cover = covers.find((one) => !shown.has(one)) ?? covers[0]
    if (cover === undefined) continue
    chosen[n] = cover
    shown.add(cover)
  }
  return chosen
}
