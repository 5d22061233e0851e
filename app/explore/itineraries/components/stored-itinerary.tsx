import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'

import { rememberMade } from '../../../bookings/new-bookings/browser-storage.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { joinAccount } from '../account-itineraries.ts'
import { keepItineraryOnDevice, watchItineraries, keyOnDevice } from '../device-itineraries.ts'

/**
 * Stores an itinerary with its edit key in this browser and removes the key from the address, so that sharing the address does
 * not share the key. `suffix` adds the key to links until it is stored, or always if storage is unavailable.
 */
export function useStoredItinerary(
  id: string,
  key: string | null,
  title: string,
): { isStored: boolean; suffix: string } {
  const isStored = useSyncExternalStore(
    watchItineraries,
    () => key !== null && keyOnDevice(id) === key,
    () => false,
  )
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (key === null) return
    keepItineraryOnDevice({ id, key, title })
    void joinAccount()
  }, [id, key, title])
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!isStored || !params.has('key')) return
    params.delete('key')
    void navigate({ pathname, search: params.toString(), hash }, withoutKey)
  }, [isStored, navigate, pathname, search, hash])
  return { isStored, suffix: key === null || isStored ? '' : `?key=${key}` }
}

/** Sends a form of a day, and remembers the day if the form books its visits. */
export async function sendDay<Answer>({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<Answer>
}): Promise<Answer> {
  const form = await request.clone().formData()
  return form.get('intent') === 'book' ? rememberMade(serverAction) : serverAction()
}

/** How a key is removed from the address. The state tells `useKeptAnswer` that the page has only changed its address. */
export const withoutKey = { replace: true, preventScrollReset: true, state: { onlyKeyRemoved: true } }

/**
 * Returns the answer to a form. The router drops the answer to a form that was sent before the scripts had loaded when the key
 * leaves the address; then this returns it again, with its Undo.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [first] = useState(answer)
  const state: unknown = useLocation().state
  const onlyKeyRemoved = typeof state === 'object' && state !== null && 'onlyKeyRemoved' in state
  return answer ?? (onlyKeyRemoved ? first : undefined)
}

/** A `shouldRevalidate` that does not reload when only the key of a maker or a friend was removed from the address. */
export function revalidateUnlessKeyRemoved({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const withoutKey = new URL(currentUrl)
  for (const name of ['key', 'answer']) withoutKey.searchParams.delete(name)
  const onlyKeyRemoved = currentUrl.href !== nextUrl.href && withoutKey.href === nextUrl.href
  return onlyKeyRemoved && formMethod === undefined ? false : defaultShouldRevalidate
}

/** Downloads the calendar file of a link without the key in its address: `fetch` sends the key as a header. */
export async function saveDay(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const { href } = event.currentTarget
  const answer = await fetch(href).catch(() => null)
  if (answer?.ok) saveFile('chalk-and-vine-day.ics', await answer.text(), 'text/calendar;charset=utf-8')
  else location.assign(href)
}
