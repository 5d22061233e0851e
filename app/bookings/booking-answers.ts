import { readSlotShown } from '../availability/slot.ts'
import { isDay, isMonth, monthOf } from '../platform/days.ts'

const kept = [
  'guests',
  'date',
  'go_to',
  'slot',
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'idempotency_key',
] as const

/** What a visitor typed and chose, as it came, to show it again. */
export type BookingAnswers = Partial<Record<(typeof kept)[number], string>>

/** What a press on one of the form's buttons asks for. */
export type Intent = { kind: 'book' } | { kind: 'look'; date?: string; month?: string; slot?: string }

export function answersOf(form: FormData): BookingAnswers {
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/**
 * Reads the button that was pressed. A form without a script turns months, shows times and picks another start by
 * buttons of its own, so that everything typed comes back with the answer.
 */
export function readIntent(form: FormData): Intent {
  const intent = String(form.get('intent') ?? 'book')
  const { date, go_to } = answersOf(form)
  const [verb, what] = [intent.split(':')[0], intent.slice(intent.indexOf(':') + 1)]
  if (verb === 'month' && isMonth(what))
    return { kind: 'look', month: what, ...(date && isDay(date) && monthOf(date) === what ? { date } : {}) }
  if (verb === 'slot') {
    const slot = readSlotShown(what)
    return { kind: 'look', slot: what, date: slot && 'slot_date' in slot ? slot.slot_date : (date ?? '') }
  }
  if (verb === 'day' && what && isDay(what)) return { kind: 'look', date: what }
  if (verb === 'times') return { kind: 'look', date: go_to?.trim() || date || '' }
  return { kind: 'book' }
}
