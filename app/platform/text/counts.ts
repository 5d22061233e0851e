/** Returns '1,204'. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** The most rows of a list that are counted, sorted and paged. */
export const mostListed = 10_000

/** Returns the size of a list: '1,204', or '10,000 or more'. */
export function formatTotal(total: number): string {
  return total === mostListed ? `${formatCount(total)} or more` : formatCount(total)
}

/** Returns '1 guest' or '2 guests'. */
export function countOf(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}

/** Returns the heading of a list: 'No claims', 'One claim' or '1,204 claims'. */
export function tallyOf(total: number, one: string, many = `${one}s`): string {
  if (total === 0) return `No ${many}`
  return total === 1 ? `One ${one}` : `${formatTotal(total)} ${many}`
}

/** Returns the sentence for a page number that a list does not have. `shown` is the page that is shown instead. */
export function missingPageSentence({ pages, shown }: { pages: number; shown: number }): string {
  const others = `There are ${pages} pages, and the ${shown === 1 ? 'first' : 'last'} one is shown.`
  return `That page doesn’t exist. ${pages === 1 ? 'There is only one, which is shown.' : others}`
}

/** Returns '1.2 GB'; 1 GB is 1,000 MB. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length)
  const size = bytes / 1000 ** step
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[step - 1]}`
}
