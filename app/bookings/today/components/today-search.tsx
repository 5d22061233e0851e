import type { bookingApi } from '../../booking.api.ts'
import { addDays } from '../../../platform/days.ts'
import { resultOf } from '../../../staff-client/call.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import { useSearchAnswer } from '../../../ui/forms/search-answer.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { KeptDay } from '../today.ts'

/** Returns the references of today's parties that the server finds by contact. `day`: null if the server cannot be asked. */
export function useContactSearch(text: string, day: KeptDay | null): string[] {
  const today = day?.today
  const result = useSearchAnswer(today === undefined ? '' : text.trim(), today ?? '', (search) => {
    const query = { search, from: addDays(today ?? '', -1), until: today, limit: '100' }
    return resultOf(apiFor<typeof bookingApi>('winemaker', '/api/bookings').index.$get({ query }))
  })
  return result?.ok ? result.value.items.map(({ reference }) => reference) : []
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
