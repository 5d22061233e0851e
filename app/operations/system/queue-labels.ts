import { formatCount } from '../../platform/text/counts.ts'
import { formatTime } from '../../platform/days.ts'

/** The labels of the worker's queues. */
const names: Record<string, string> = {
  mail: 'Emails',
  backups: 'Backups',
  'mail-dead': 'Failed emails',
  'due-emails': 'Reminders and other scheduled jobs',
  calendars: 'Calendar imports',
  pictures: 'Unused pictures',
  posters: 'Posters of vineyards',
  retention: 'Data retention',
  slots: 'Slots of further days',
  'expired-holds': 'Expired holds and unanswered call-offs',
}

export function queueName(name: string): string {
  return names[name] ?? name
}

/** Returns an age such as '40 s', '12 min', '3 h' or '2 days'. */
export function formatAge(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`
  return `${formatCount(Math.round(seconds / 86_400))} days`
}

/** Describes simple cron expressions, for example as 'every 5 minutes'. Returns other expressions unchanged. */
export function formatCron(cron: string): string {
  if (cron === '* * * * *') return 'every minute'
  const often = /^\*\/(\d+)( \*){4}$/.exec(cron)
  if (often) return `every ${often[1]} minutes`
  const hourly = /^(\d{1,2})( \*){4}$/.exec(cron)
  if (hourly) return `every hour at ${hourly[1]} past`
  const daily = /^(\d{1,2}) (\d{1,2})( \*){3}$/.exec(cron)
  const [, minute = '', hour = ''] = daily ?? []
  return daily ? `every day at ${formatTime(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)}` : cron
}
