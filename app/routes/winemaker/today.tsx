import type { todayApi } from '../../bookings/session.api.ts'
import { StillHere } from '../../bookings/components/still-here.tsx'
import { RunningOrder } from '../../calendar/components/running-order.tsx'
import { dayHeadline } from '../../dashboard/components/dashboard-panels.tsx'
import { formatDay } from '../../platform/days.ts'
import { load } from '../../staff-client/guard.tsx'
import { apiFor } from '../../staff-client/staff-area.ts'
import { Empty } from '../../ui/empty.tsx'
import { unlistedHead } from '../../ui/head.ts'
import { StaffHead } from '../../ui/staff-head.tsx'
import type { Route } from './+types/today.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Today')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return load(request, apiFor<typeof todayApi>('winemaker', '/api/today').index.$get({ query: {} }))
}

/** Today's sessions with their parties, without a way to reach the guests. */
export default function WinemakerToday({ loaderData: { today, sessions, parties } }: Route.ComponentProps) {
  return (
    <>
      <StaffHead
        above={<p className="soft small">{formatDay(today)}</p>}
        title={dayHeadline(sessions, sessions, today)}
      />
      <StillHere area="winemaker" day={today} parties={parties} />
      {sessions.length === 0 ? (
        <Empty title="Nothing is planned for today">Sessions and their guests appear here on the day.</Empty>
      ) : (
        <RunningOrder area="winemaker" sessions={sessions} parties={parties} level="h2" />
      )}
    </>
  )
}
