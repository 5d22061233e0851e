import { formatCount } from '../platform/counts.ts'
import { formatTime } from '../platform/days.ts'

/** What the queues of the worker are for. */
const names: Record<string, string> = {
  mail: 'Mail',
  'mail-dead': 'Mail given up',
  rounds: 'Reminders and other rounds',
  calendars: 'Calendars',
  pictures: 'Pictures to clear away',
  retention: 'Data kept long enough',
  sums: 'Sums of what was booked',
}

export function queueName(name: string): string {
  return names[name] ?? name
}

/** '40 s', '12 min', '3 h', '2 days'. */
export function formatAge(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`
  return `${formatCount(Math.round(seconds / 86_400))} days`
}

/**
 * Cron's '∗ ∗ ∗ ∗ ∗' as 'every minute', '∗/5 ∗ ∗ ∗ ∗' as 'every 5 minutes', '15 3 ∗ ∗ ∗' as 'every day at 3:15 AM'; anything else
 * as it is written.
 */
export function formatCron(cron: string): string {
  if (cron === '* * * * *') return 'every minute'
  const often = /^\*\/(\d+)( \*){4}$/.exec(cron)
  if (often) return `every ${often[1]} minutes`
  const daily = /^(\d{1,2}) (\d{1,2})( \*){3}$/.exec(cron)
  const [, minute = '', hour = ''] = daily ?? []
  return daily ? `every day at ${formatTime(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)}` : cron
}
