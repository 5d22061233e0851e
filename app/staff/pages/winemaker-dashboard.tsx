import { href, Link } from 'react-router'

import type { bookingApi } from '../../bookings/booking.api.ts'
import { resultOf } from '../../people/call.ts'
import { apiAt } from '../../people/desk.ts'
import { answered } from '../../people/guard.tsx'
import { formatDay } from '../../platform/days.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import type { Route } from './+types/winemaker-dashboard.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Dashboard · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

/** What waits for the vineyard: the API keeps it to the winemaker's own. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const bookings = apiAt<typeof bookingApi>('winemaker', '/api/bookings')
  const query = { status: 'pending', sort: 'starts_at', limit: '20' } as const
  return answered(request, resultOf(bookings.index.$get({ query })))
}

export default function WinemakerDashboard({ loaderData }: Route.ComponentProps) {
  const { items, total } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{headline(total)}</h1>
      </div>
      {total === 0 ? (
        <Empty title="Every booking is answered">New ones that you have to confirm appear here.</Empty>
      ) : (
        <ul className="roll">
          {items.map((line) => (
            <li key={line.id}>
              <div>
                <Link to={href('/booking/:id', { id: line.id })}>{line.guest_name}</Link>
                <br />
                <span className="soft small">{line.experiences.title}</span>
              </div>
              <div>
                {formatDay(line.booking_date)}, {line.booking_time}
              </div>
              <div>
                {line.number_of_guests} {line.number_of_guests === 1 ? 'guest' : 'guests'}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function headline(total: number): string {
  if (total === 0) return 'Nothing waits for you'
  return total === 1 ? 'One booking waits for you' : `${total} bookings wait for you`
}
