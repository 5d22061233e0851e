import { type MouseEvent, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { markMade, rememberMade } from '../../../bookings/new-bookings/browser-storage.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { joinAccount } from '../account-itineraries.ts'
import type { Itinerary } from '../itinerary.ts'
import {
  exchangeOnDevice,
  itineraryIn,
  keepItineraryOnDevice,
  watchItineraries,
  keyOnDevice,
} from '../device-itineraries.ts'

/**
 * Stores an itinerary with its edit key in this browser and removes the key from the address, so that sharing the address does
 * not share the key. `suffix` adds the key to links until the key is stored, or always if storage is unavailable. Also marks a
 * day that was booked by a form without scripts.
 */
export function useStoredItinerary(
  { id, title, visit_date, party }: Pick<Itinerary, 'id' | 'title' | 'visit_date' | 'party'>,
  key: string | null,
): { isStored: boolean; suffix: string } {
  const isStored = useSyncExternalStore(
    watchItineraries,
    () => key !== null && keyOnDevice(id) === key,
    () => false,
  )
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isJustBooked = key !== null && new URLSearchParams(search).has('booked')
  // The mark must be set before the effects that save the tickets of marked days.
  useLayoutEffect(() => {
    if (isJustBooked) markMade(id)
  }, [id, isJustBooked])
  useEffect(() => {
    if (key === null) return
    keepItineraryOnDevice({ id, key, title, visit_date, party })
    void joinAccount()
  }, [id, key, title, visit_date, party])
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!isStored || !params.has('key')) return
    for (const name of ['key', 'booked']) params.delete(name)
    void navigate({ pathname, search: params.toString(), hash }, withoutKey)
  }, [isStored, navigate, pathname, search, hash])
  return { isStored, suffix: key === null || isStored ? '' : `?key=${key}` }
}

/** Sends a form of a day. Remembers the day if the form books its visits, and the exchange of two itineraries after a vote. */
export async function sendDay<Answer>({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<Answer>
}): Promise<Answer> {
  const form = await request.clone().formData()
  const intent = form.get('intent')
  if (intent === 'book') return rememberMade(serverAction)
  try {
    return await serverAction()
  } catch (answer) {
    // A change that succeeded is answered with a redirect.
    if (intent === 'go_on_other' && answer instanceof Response)
      exchangeOnDevice(itineraryIn(new URL(request.url).pathname), String(form.get('other')))
    throw answer
  }
}

/**
 * Options for navigating to the address without the key. Nothing is loaded again. The state tells `useKeptAnswer` that only the
 * key was removed.
 */
export const withoutKey = {
  replace: true,
  preventScrollReset: true,
  defaultShouldRevalidate: false,
  state: { onlyKeyRemoved: true },
}

/**
 * Returns the answer to a form, with its Undo. If the form was sent before the scripts had loaded, the router drops the
 * answer when the key is removed from the address, but this hook still returns it.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [first] = useState(answer)
  const state: unknown = useLocation().state
  const onlyKeyRemoved = typeof state === 'object' && state !== null && 'onlyKeyRemoved' in state
  return answer ?? (onlyKeyRemoved ? first : undefined)
}

/** Downloads the calendar file of a link through `fetch`, which sends the key as a header instead of in the address. */
export async function saveDay(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const { href } = event.currentTarget
  const answer = await fetch(href).catch(() => null)
  if (answer?.ok) saveFile('chalk-and-vine-day.ics', await answer.text(), 'text/calendar;charset=utf-8')
  else location.assign(href)
}
