import { Link } from 'react-router'

import { VineyardSearch } from '../../../bookings/new-bookings/components/choose-vineyard.tsx'
import { placesOf } from '../../../bookings/sessions/session.ts'
import { addDays, formatDay } from '../../../platform/days.ts'
import { countOf, formatTotal } from '../../../platform/text/counts.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { loadCalendar } from '../calendar-actions.tsx'
import { RunningOrder } from './running-order.tsx'

type AllSessionsData = Extract<Awaited<ReturnType<typeof loadCalendar>>, { kind: 'all' }>

/** Lists a day's sessions for admins, by vineyard. A search narrows the vineyards. */
export function AllSessions({ today, on, search, vineyards, total, others }: AllSessionsData) {
  const sessions = vineyards.flatMap((vineyard) => vineyard.sessions)
  const guests = countOf(placesOf(sessions).taken, 'guest')
  const summary = `${countOf(total, 'vineyard')}, ${countOf(sessions.length, 'session')}, ${guests}`
  const toDay = (day: string) => `?${new URLSearchParams({ on: day, ...(search && { search }) })}`
  const toVineyard = (id: string) => `?${new URLSearchParams({ vineyard_id: id, view: 'day', on })}`
  return (
    <>
      <StaffHead above={<p className="soft small">{summary}</p>} title={formatDay(on)}>
        <div className="row no-print">
          <ButtonLink icon="back" to={toDay(addDays(on, -1))}>
            Earlier
          </ButtonLink>
          <ButtonLink to={toDay(today)}>Today</ButtonLink>
          <ButtonLink to={toDay(addDays(on, 1))}>
            Later
            <Icon name="next" />
          </ButtonLink>
        </div>
      </StaffHead>
      <VineyardSearch search={search} parameters={{ on }} />
      {vineyards.map(({ id, name, city, sessions }) => (
        <section key={id} className="space-above stack-sm">
          <div className="between">
            <h2>
              <Link to={toVineyard(id)}>{name}</Link>
            </h2>
            <span className="soft small">{city}</span>
          </div>
          <RunningOrder area="admin" sessions={sessions} parties={[]} />
        </section>
      ))}
      {total > vineyards.length && (
        <p className="soft small">
          The first {vineyards.length} of {formatTotal(total)} vineyards. Keep typing to narrow the list.
        </p>
      )}
      {vineyards.length === 0 && others.length === 0 && (
        <Empty title="No sessions that day">
          {search ? 'No vineyards match that.' : 'Search for a vineyard to see its calendar.'}
        </Empty>
      )}
      {others.length > 0 && (
        <section className="space-above">
          <h2>No sessions that day</h2>
          <ul className="history">
            {others.map(({ id, name, city }) => (
              <li key={id}>
                <Link to={toVineyard(id)}>{name}</Link>
                <span className="soft small">{city}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
