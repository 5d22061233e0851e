import { formatCount } from '../../app/platform/text/counts.ts'

/** Returns a line such as 'Filling ████░░░░  67 %  412,000 rows  51,300 rows/s  12 s left'. `elapsed` is in ms. */
export function progressLine(rows: number, done: number, elapsed: number): string {
  const width = 24
  const full = Math.floor(done * width)
  const seconds = Math.max(elapsed, 1) / 1000
  const left = done > 0 ? `${formatSeconds((seconds / done) * (1 - done))} left` : ''
  return [
    `Filling ${'█'.repeat(full)}${'░'.repeat(width - full)}`,
    `${String(Math.floor(done * 100)).padStart(3)} %`,
    `${formatCount(rows)} rows`,
    `${formatCount(Math.round(rows / seconds))} rows/s`,
    left,
  ].join('  ')
}

/** Returns a number of seconds as text: '1 min 15 s' for 75. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
