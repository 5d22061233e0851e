import { type MouseEvent, useEffect, useSyncExternalStore } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'

import { saveFile } from '../../ui/save-file.ts'
import { joinAccount } from '../account-itineraries.ts'
import { keepItineraryOnDevice, watchItineraries } from '../device-itineraries.ts'
import { keyOnDevice } from '../itinerary-key.ts'

/**
 * Stores an itinerary with its edit key in this browser and removes the key from the address, so that the browser's own
 * Share does not hand it out. `suffix` is what links to it need meanwhile, or where the browser stores nothing.
 */
export function useKeptItinerary(
  id: string,
  key: string | null,
  title: string,
): { isKept: boolean; suffix: string } {
  const isKept = useSyncExternalStore(
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
    if (!isKept || !params.has('key')) return
    params.delete('key')
    void navigate({ pathname, search: params.toString(), hash }, { replace: true, preventScrollReset: true })
  }, [isKept, navigate, pathname, search, hash])
  return { isKept, suffix: key === null || isKept ? '' : `?key=${key}` }
}

/** For `shouldRevalidate`: nothing is loaded again only because the key has left the address. */
export function onlyWithoutKey({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const shorter = new URL(currentUrl)
  shorter.searchParams.delete('key')
  const hasOnlyLost = currentUrl.href !== nextUrl.href && shorter.href === nextUrl.href
  return hasOnlyLost && formMethod === undefined ? false : defaultShouldRevalidate
}

/** Saves the day's calendar file from a link whose address does not carry the key: the script sends it. */
export async function saveDay(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const { href } = event.currentTarget
  const answer = await fetch(href).catch(() => null)
  if (answer?.ok) saveFile('chalk-and-vine-day.ics', await answer.text(), 'text/calendar;charset=utf-8')
  else location.assign(href)
}
