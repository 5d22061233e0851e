import { formatMoment } from '../../../platform/days.ts'
import { StatusPill } from '../../../ui/badge.tsx'

/** Shows whether a post is a draft, scheduled or published. A draft has no date. `now` is in milliseconds. */
export function Published({ at, now }: { at: string | null; now: number }) {
  const state =
    at === null
      ? ({ tone: 'none', icon: 'post', label: 'Draft' } as const)
      : Date.parse(at) > now
        ? ({ tone: 'wait', icon: 'clock', label: 'Scheduled' } as const)
        : ({ tone: 'good', icon: 'tick', label: 'Published' } as const)
  return (
    <div>
      <StatusPill {...state} />
      {at !== null && <p className="soft small">{formatMoment(at)}</p>}
    </div>
  )
}
