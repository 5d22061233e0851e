import type { Difference } from '../ui/conflict.tsx'

/** What is written of a curated day itself, apart from its stops. */
export type CuratedDetails = { title: string; summary: string | null; party: number; begins_at: string }

const labels: Record<keyof CuratedDetails, string> = {
  title: 'Name',
  summary: 'What the day is about',
  party: 'Guests',
  begins_at: 'Setting out at',
}
const fields = Object.keys(labels) as (keyof CuratedDetails)[]

/** A field as text; of a time, hours and minutes. */
function textOf(details: CuratedDetails, field: keyof CuratedDetails): string {
  const text = String(details[field] ?? '')
  return field === 'begins_at' ? text.slice(0, 5) : text
}

/** The details as the form opened them. */
export function seenIn(form: FormData): CuratedDetails {
  return JSON.parse(String(form.get('seen'))) as CuratedDetails
}

/** What is other than it was when the form was opened. */
export function curatedChangesFrom(seen: CuratedDetails, written: CuratedDetails): Partial<CuratedDetails> {
  const changed = fields.filter((field) => textOf(seen, field) !== textOf(written, field))
  return Object.fromEntries(changed.map((field) => [field, written[field]]))
}

/** What somebody else wrote since, beside what is in the form. */
export function differencesIn(form: FormData, now: CuratedDetails): Difference[] {
  const seen = seenIn(form)
  return fields.flatMap((field) => {
    const [before, theirs] = [textOf(seen, field), textOf(now, field)]
    const mine = String(form.get(field) ?? '').trim()
    return before === theirs ? [] : [{ label: labels[field], before, theirs, mine }]
  })
}
