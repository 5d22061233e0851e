import { useEffect } from 'react'

import { isId } from '../platform/ids.ts'
import { readStored, store } from '../staff-client/local-storage.ts'
import type { BookingAnswers } from './booking-request.ts'

const bookingsKey = 'my_bookings'
const maxBookings = 100

/** Returns the ids of the bookings made in this browser, newest first; none where local storage is unavailable. */
export function bookingsOnDevice(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(bookingsKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => isId(id)).slice(0, maxBookings) : []
  } catch {
    return []
  }
}

/** Remembers a booking in this browser, so that My bookings lists it. Only its id is stored. */
export function KeepOnDevice({ id }: { id: string }) {
  useEffect(() => {
    const others = bookingsOnDevice().filter((other) => other !== id)
    store(bookingsKey, JSON.stringify([id, ...others].slice(0, maxBookings)))
  }, [id])
  return null
}

const formKey = (experienceId: string) => `booking_form:${experienceId}`
const rememberedFields = [
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'idempotency_key',
] as const

/**
 * Stores what was typed into an experience's form for as long as the tab is open: a reload or Back restores it. The
 * idempotency key is included, so that Back after a booking finds that booking again.
 */
export function rememberForm(experienceId: string, form: FormData): void {
  const answers = Object.fromEntries(rememberedFields.map((name) => [name, String(form.get(name) ?? '')]))
  try {
    sessionStorage.setItem(formKey(experienceId), JSON.stringify(answers))
  } catch {
    // Storage is full or forbidden: the form forgets, as it does without JavaScript.
  }
}

export function recallForm(experienceId: string): BookingAnswers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(formKey(experienceId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      rememberedFields.flatMap((name) => {
        const value: unknown = Reflect.get(stored, name)
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** Clears the form once its booking is over, so that the next booking starts afresh. */
export function ForgetForm({ experienceId }: { experienceId: string }) {
  useEffect(() => {
    try {
      sessionStorage.removeItem(formKey(experienceId))
    } catch {
      // Nothing was stored.
    }
  }, [experienceId])
  return null
}
