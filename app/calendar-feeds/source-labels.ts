import { formatCount } from '../platform/counts.ts'
import type { IconName } from '../ui/icons.ts'
import type { StatusTone } from '../ui/status-pill.tsx'

/** How a calendar does, in a word. */
export function stateOf(source: { failures: number; checked_at: string | null }): {
  label: string
  tone: StatusTone
  icon: IconName
} {
  if (source.failures > 0) return { label: 'Fails', tone: 'wait', icon: 'alert' }
  if (source.checked_at === null) return { label: 'Checking', tone: 'done', icon: 'clock' }
  return { label: 'In step', tone: 'good', icon: 'tick' }
}

export function closesWords(closes: number): string {
  if (closes === 0) return 'closes nothing'
  return closes === 1 ? 'closes one stretch of time' : `closes ${formatCount(closes)} stretches of time`
}

/** The server of an address: the rest of it is a secret that a screen need not show. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** The heading of the page. A calendar that has not answered yet is not in step. */
export function headline(sources: { failures: number; checked_at: string | null }[]): string {
  const failing = sources.filter(({ failures }) => failures > 0).length
  const checking = sources.filter(({ failures, checked_at }) => failures === 0 && checked_at === null).length
  if (sources.length === 0) return 'Calendar sync'
  if (sources.length === 1 && failing === 1) return 'The calendar fails'
  if (failing === 0 && checking > 0) {
    if (sources.length === 1) return 'Checking the calendar'
    return checking === sources.length
      ? `Checking ${checking} calendars`
      : `Checking ${checking} of ${sources.length} calendars`
  }
  if (sources.length === 1) return 'One calendar in step'
  if (failing === 0) return `${sources.length} calendars in step`
  return `${failing} of ${sources.length} calendars ${failing === 1 ? 'fails' : 'fail'}`
}
