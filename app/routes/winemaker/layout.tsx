import { useEffect } from 'react'
import { href, Outlet, useLocation, useNavigate } from 'react-router'

import {
  currentWinemaker,
  isWinemakerSignedIn,
  signOutWinemaker,
  watchWinemaker,
} from '../../staff-client/winemaker-session.ts'
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

/** Before any loader asks for anything: where nobody is signed in there is nothing to ask for. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    if (!isWinemakerSignedIn()) throw redirectToLogin('winemaker', request)
    return next()
  },
]

/** What the frame says: who is here, of which vineyard, and how many bookings wait. */
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

/**
 * As it was read last. A lost connection takes away the page that was to come, which says so in its place, and not the frame
 * round it.
 */
let shown: Frame | null = null

/** Nobody comes past here who is not signed in: the token is shown to the server before anything is. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const frame = await readFrame()
  if (frame.ok) return (shown = frame.value)
  if (frame.problem.kind === 'nobody') throw redirectToLogin('winemaker', request)
  if (shown !== null && !isSignedOut(frame.problem)) return shown
  throw failed('winemaker', request, frame.problem)
}

export function HydrateFallback() {
  return <StaffSkeleton />
}

/** In the order in which a day needs them. */
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
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const door = href('/winemaker/login')

  // Signed out in another tab is signed out in this one.
  useEffect(
    () =>
      watchWinemaker((isHere) => {
        if (!isHere) void navigate(`${door}?${new URLSearchParams({ from: pathname + search, ended: '' })}`)
      }),
    [navigate, door, pathname, search],
  )

  return (
    <StaffShell
      owner={`winemaker:${winemaker.winemaker_id}`}
      name={winemaker.name}
      position={winemaker.position}
      place={vineyard.name}
      entries={entriesWith(waiting)}
      account={`${href('/account')}?as=winemaker`}
      onLogOut={async () => {
        await signOutWinemaker()
        await navigate(door)
      }}
    >
      <Outlet />
    </StaffShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StaffFailure error={error} />
}
