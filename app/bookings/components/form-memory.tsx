import { useEffect } from 'react'

import type { BookingAnswers } from '../booking-answers.ts'

const keyOf = (experienceId: string) => `booking_form:${experienceId}`
const remembered = [
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'idempotency_key',
] as const

/**
 * What was typed into the form of an experience, for as long as the tab lives: a reload, Back, or a look at another page
 * takes nothing away. The key goes with it, so that Back after a booking meets that booking again.
 */
export function rememberForm(experienceId: string, form: FormData): void {
  const answers = Object.fromEntries(remembered.map((name) => [name, String(form.get(name) ?? '')]))
  try {
    sessionStorage.setItem(keyOf(experienceId), JSON.stringify(answers))
  } catch {
    // A full or forbidden store: the form is then as forgetful as without a script.
  }
}

export function recallForm(experienceId: string): BookingAnswers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(experienceId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      remembered.flatMap((name) => {
        const value: unknown = Reflect.get(kept, name)
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** A booking that is over has no claim on the next one's form. */
export function ForgetForm({ experienceId }: { experienceId: string }) {
  useEffect(() => {
    try {
      sessionStorage.removeItem(keyOf(experienceId))
    } catch {
      // Nothing was kept, then.
    }
  }, [experienceId])
  return null
}
