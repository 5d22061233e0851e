import { useEffect, useState } from 'react'

import type { bookingApi } from '../../booking.api.ts'
import { addDays } from '../../../platform/days.ts'
import { resultOf } from '../../../staff-client/call.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { KeptDay } from '../today.ts'

/** Milliseconds between the last keystroke and the request to the server. */
const searchPause = 200

/**
 * Returns the references of today's parties that the server finds by telephone number or email address, because this
 * device stores neither. `day` is null without a connection, and for staff who may not search for contacts.
 */
export function useContactSearch(text: string, day: KeptDay | null): string[] {
  const [found, setFound] = useState<{ text: string; references: string[] }>({ text: '', references: [] })
  const search = text.trim()
  const today = day?.today
  useEffect(() => {
    if (search === '' || today === undefined) return
    let isOutdated = false
    const timer = setTimeout(async () => {
      const api = apiFor<typeof bookingApi>('winemaker', '/api/bookings')
      const query = { search, from: addDays(today, -1), until: today, limit: '100' }
      const answer = await resultOf(api.index.$get({ query }))
      if (isOutdated || !answer.ok) return
      setFound({ text: search, references: answer.value.items.map(({ reference }) => reference) })
    }, searchPause)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [search, today])
  return day !== null && found.text === search ? found.references : []
}

/** The field that finds parties of today. */
export function TodaySearch({
  search,
  setSearch,
  findsContacts,
}: {
  search: string
  setSearch: (search: string) => void
  findsContacts: boolean
}) {
  const searchedFor = findsContacts ? 'Name, phone, email or reference' : 'Name or reference'
  return (
    <div className="today-search">
      <Icon name="search" />
      <label className="sr" htmlFor="today-search">
        {searchedFor}
      </label>
      <input
        id="today-search"
        className="in"
        type="search"
        placeholder={searchedFor}
        autoComplete="off"
        enterKeyHint="search"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
    </div>
  )
}
