/** Returns a function that draws pseudo-random numbers from 0 to 1. Every run draws the same numbers. */
export function makeChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Returns the p-value of 5,000 shuffles: the probability that chance alone makes so large a difference of trimmed means. */
export function permutationTest(
  one: readonly number[],
  other: readonly number[],
  chance: () => number,
): number {
  const deals = 5000
  const distance = Math.abs(trimmedMean(one) - trimmedMean(other))
  const all = [...one, ...other]
  let asFar = 0
  for (let deal = 0; deal < deals; deal++) {
    for (let n = all.length - 1; n > 0; n--) {
      const other = Math.floor(chance() * (n + 1))
      ;[all[n], all[other]] = [all[other] as number, all[n] as number]
    }
    const between = trimmedMean(all.slice(0, one.length)) - trimmedMean(all.slice(one.length))
    if (Math.abs(between) >= distance) asFar++
  }
  return (asFar + 1) / (deals + 1)
}

/** Returns the mean without the slowest and the fastest tenth of the values. */
function trimmedMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length / 10)
  const middle = sorted.slice(cut, sorted.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
