import { href, Outlet } from 'react-router'

import { currentWinemaker, isWinemakerSignedIn } from '../../staff-client/winemaker-session.ts'
import type { Route } from './+types/layout.ts'
import type { bookingApi } from '../../bookings/booking.api.ts'
import { isSignedOut, resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { failed, redirectToLogin } from '../../staff-client/guard.tsx'
import { ok } from '../../platform/result.ts'
import { vineyardsAt } from '../../vineyards/vineyard-save.tsx'
import { type StaffEntry, StaffShell } from '../../staff-client/staff-shell.tsx'
import { StaffSkeleton, StaffFailure } from '../../dashboard/components/staff-fallbacks.tsx'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Redirects to the sign-in page before any loader runs, if there is no session. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    if (!isWinemakerSignedIn()) throw redirectToLogin('winemaker', request)
    return next()
  },
]

/** Reads what the frame shows: the winemaker, the vineyard and the number of pending bookings. */
async function readFrame() {
  const winemaker = await currentWinemaker()
  if (!winemaker.ok) return winemaker
  const { vineyard_id } = winemaker.value
  const bookings = apiFor<typeof bookingApi>('winemaker', '/api/bookings')
  const [vineyard, counts] = await Promise.all([
    resultOf(vineyardsAt('winemaker')[':id'].$get({ param: { id: vineyard_id } })),
    resultOf(bookings.counts.$get({ query: {} })),
  ])
  if (!vineyard.ok) return vineyard
  if (!counts.ok) return counts
  return ok({ winemaker: winemaker.value, vineyard: vineyard.value, waiting: counts.value.pending })
}

type Frame = Extract<Awaited<ReturnType<typeof readFrame>>, { ok: true }>['value']

/** The frame as last read. It stays when the connection is lost; the page inside it shows the failure. */
let lastFrame: Frame | null = null

/** Checks the session with the server before anything is shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const frame = await readFrame()
  if (frame.ok) return (lastFrame = frame.value)
  if (frame.problem.kind === 'nobody') throw redirectToLogin('winemaker', request)
  if (lastFrame !== null && !isSignedOut(frame.problem)) return lastFrame
  throw failed('winemaker', request, frame.problem)
}

export function HydrateFallback() {
  return <StaffSkeleton />
}

/** The menu, in the order in which staff need it during a day. */
function entriesWith(waiting: number): StaffEntry[] {
  return [
    { label: 'Dashboard', to: href('/winemaker/dashboard'), icon: 'home' },
    { label: 'Bookings', to: href('/winemaker/bookings'), icon: 'list', waiting },
    { label: 'Calendar', to: href('/winemaker/calendar'), icon: 'calendar' },
    { label: 'Experiences', to: href('/winemaker/experiences'), icon: 'glass' },
    { label: 'Customers', to: href('/winemaker/customers'), icon: 'people' },
    { label: 'Vineyard', to: href('/winemaker/vineyard'), icon: 'pin' },
    { label: 'Reports', to: href('/winemaker/reports'), icon: 'chart' },
    { label: 'Sync', to: href('/winemaker/calendar-sync'), icon: 'globe' },
  ]
}

export default function WinemakerLayout({ loaderData }: Route.ComponentProps) {
  const { winemaker, vineyard, waiting } = loaderData
  return (
    <StaffShell
      area="winemaker"
      id={winemaker.winemaker_id}
      name={winemaker.name}
      position={winemaker.position}
      place={vineyard.name}
      entries={entriesWith(waiting)}
    >
      <Outlet />
    </StaffShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StaffFailure error={error} />
}
