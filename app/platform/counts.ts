/** '1,204'. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** So far a long list is counted, sorted and paged. */
export const mostListed = 10_000

/** How many a list holds: '1,204', or '10,000 or more' where nobody counted further. */
export function formatTotal(total: number): string {
  return total === mostListed ? `${formatCount(total)} or more` : formatCount(total)
}

/** 'No claims', 'One claim', '1,204 claims': what a list holds, said as its headline. */
export function tallyOf(total: number, one: string, many = `${one}s`): string {
  if (total === 0) return `No ${many}`
  return total === 1 ? `One ${one}` : `${formatTotal(total)} ${many}`
}

/** '1.2 GB', in thousands as disks are sold. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length)
  const size = bytes / 1000 ** step
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[step - 1]}`
}
