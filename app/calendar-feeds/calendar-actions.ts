import { type CallProblem, problemSentence, resultOf } from '../staff-client/call.ts'
import type { StaffArea } from '../staff-client/staff-area.ts'
import type { Result } from '../platform/result.ts'
import { feedsAt, sourcesAt } from './calendar-calls.ts'

/** What came of a press on the calendars' page. */
export type CalendarOutcome = {
  said: string
  failed: boolean
  fields: Record<string, string>
  /** A feed's new address, which is told this once. */
  address: string | null
  /** Whether a calendar is being asked meanwhile. */
  is_asking: boolean
}

/** What a press does: `intent` says what, and the form to which calendar or feed. */
export async function changeCalendars(area: StaffArea, form: FormData): Promise<CalendarOutcome> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const param = { id: text('id') }
  const place = { vineyard_id: text('vineyard_id'), experience_id: text('experience_id') || null }
  switch (form.get('intent')) {
    case 'add': {
      const added = await resultOf(sourcesAt(area).index.$post({ json: { ...place, url: text('url') } }))
      return outcome(added, 'The calendar is added, and is being asked now.', { is_asking: true })
    }
    case 'sync': {
      const asked = await resultOf(sourcesAt(area)[':id'].sync.$post({ param }))
      return outcome(asked, 'The calendar is being asked now.', { is_asking: true })
    }
    case 'remove': {
      const removed = await resultOf(sourcesAt(area)[':id'].$delete({ param }))
      return outcome(removed, 'The calendar is taken away, and what it closed is open again.')
    }
    case 'end': {
      const ended = await resultOf(feedsAt(area)[':id'].$delete({ param }))
      return outcome(ended, 'Nobody reads these bookings by that address any more.')
    }
    default: {
      const made = await resultOf(feedsAt(area).index.$post({ json: place }))
      const address = made.ok ? made.value.url : null
      return outcome(made, 'The address is ready.', { address })
    }
  }
}

function outcome(
  done: Result<unknown, CallProblem>,
  said: string,
  more: Partial<Pick<CalendarOutcome, 'address' | 'is_asking'>> = {},
): CalendarOutcome {
  const nothing = { fields: {}, address: null, is_asking: false }
  if (done.ok) return { ...nothing, said, failed: false, ...more }
  const fields = done.problem.kind === 'refused' ? done.problem.fields : {}
  return { ...nothing, said: problemSentence(done.problem), failed: true, fields }
}
