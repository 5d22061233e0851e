import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { isId } from '../../platform/ids.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { readStored, removeStored, store } from '../../staff-client/local-storage.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import type { BookingAnswers } from './booking-request.ts'

/** The key in local storage that marks a booking, or a day with bookings, as made by a form in this browser. */
export const madeKey = (id: string) => `booking_made:${id}`

/** Sends a form, and stores the id of the booking or day that it makes. The id is in the URL to which the server redirects. */
export function rememberMade<Value>(send: () => Promise<Value>): Promise<Value> {
  return send().catch((answer: unknown) => {
    const id =
      answer instanceof Response ? answer.headers.get('Location')?.split('?')[0]?.split('/').pop() : null
    if (isId(id)) markMade(id)
    throw answer
  })
}

/** Marks a booking or a day as made in this browser. */
export function markMade(id: string): void {
  store(madeKey(id), 'yes')
}

/**
 * If this browser made the day, marks its present bookings as made here, and forgets the day. Bookings that another browser
 * adds to the day later stay unmarked.
 */
export function rememberMadeOf(day: string, bookings: string[]): void {
  if (readStored(madeKey(day)) === null) return
  for (const id of bookings) markMade(id)
  removeStored(madeKey(day))
}

const formKey = (experienceId: string) => `booking_form:${experienceId}`
const sentKey = (experienceId: string, slot = '', guests: number | '' = '') =>
  `booking_sent:${experienceId}:${slot}${guests && `:${guests}`}`
const rememberedFields = [
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'slot',
  'guests',
] as const

/** Stores the typed answers, the time and the party until the tab is closed, so that a reload or Back restores them. */
export function rememberForm(experienceId: string, form: FormData): void {
  const answers = Object.fromEntries(rememberedFields.map((name) => [name, String(form.get(name) ?? '')]))
  storeInTab(formKey(experienceId), JSON.stringify(answers))
}

export function recallForm(experienceId: string): BookingAnswers {
  const stored = inStorage<Record<string, unknown>>(() =>
    JSON.parse(readInTab(formKey(experienceId)) ?? '{}'),
  )
  return Object.fromEntries(
    rememberedFields.flatMap((name) => (stored?.[name] ? [[name, String(stored[name])]] : [])),
  )
}

/**
 * Returns functions for the form's idempotency key. Each visit to the form has a new key, so that another booking is a new
 * request. The key stays the same in the same history entry (after a reload or Back), and for a slot and party that this tab has
 * sent before.
 */
export function useBookingKey(
  experienceId: string,
  { first, fresh }: { first: string; fresh: string | undefined },
) {
  const hydrated = useHydrated()
  const [key, setKey] = useState(fresh ?? first)
  const [lastFresh, setLastFresh] = useState(fresh)
  if (fresh !== lastFresh) {
    setLastFresh(fresh)
    if (fresh !== undefined) setKey(fresh)
  }
  const entry = useLocation().key
  const adopted = useRef('')
  useEffect(() => {
    const stored = String(history.state?.booking_key)
    if (isId(stored) && adopted.current !== entry) setKey(stored)
    // The router replaces the state of the history entry when another day or month is shown, so the key is stored again.
    else history.replaceState({ ...history.state, booking_key: key }, '')
    adopted.current = entry
  }, [entry, key])
  useEffect(() => {
    if (fresh !== undefined) removeFromTab(sentKey(experienceId))
  }, [fresh, experienceId])
  return {
    keyFor: (slot: string | undefined, guests: number) => {
      if (!hydrated || !slot || fresh !== undefined) return key
      const sent = readInTab(sentKey(experienceId, slot, guests))
      return isId(sent) ? sent : key
    },
    rememberSent: (form: FormData) => {
      const [slot = '', guests = '', used = ''] = ['slot', 'guests', 'idempotency_key'].map((name) =>
        String(form.get(name)),
      )
      storeInTab(sentKey(experienceId, slot, Number(guests)), used)
    },
  }
}

/** Clears the stored form once the booking is made, so that the next form is empty. */
export function ForgetForm({ experienceId }: { experienceId: string }) {
  useEffect(() => {
    removeFromTab(formKey(experienceId))
    removeFromTab(sentKey(experienceId))
  }, [experienceId])
  return null
}

// If storage is full or forbidden, a reload shows an empty form, as it does without JavaScript.
const readInTab = (name: string) => inStorage(() => sessionStorage.getItem(name))
const storeInTab = (name: string, text: string) => inStorage(() => sessionStorage.setItem(name, text))

function removeFromTab(prefix: string): void {
  inStorage(() => {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  })
}
