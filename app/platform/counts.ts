const counts = new Intl.NumberFormat('en-GB')

/** '1,204'. */
export function formatCount(count: number): string {
  return counts.format(count)
}

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** '1.2 GB', in thousands as disks are sold. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length)
  const size = bytes / 1000 ** step
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[step - 1]}`
}
