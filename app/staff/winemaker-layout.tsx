import { useEffect } from 'react'
import { href, Outlet, useLocation, useNavigate } from 'react-router'

import {
  currentWinemaker,
  isWinemakerHere,
  signOutWinemaker,
  watchWinemaker,
} from '../people/desk/winemaker-browser.ts'
import type { Route } from './+types/winemaker-layout.ts'
import type { bookingApi } from '../bookings/booking.api.ts'
import { resultOf } from '../people/desk/call.ts'
import { apiAt } from '../people/desk/desk.ts'
import { answered, failed, toTheDoor } from '../people/desk/guard.tsx'
import { vineyardsAt } from '../vineyards/vineyard-save.ts'
import { type StaffEntry, StaffShell } from './shell/staff-shell.tsx'
import { StaffBones, StaffFailure } from './dashboard/staff-waiting.tsx'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Before any loader asks for anything: where nobody is signed in there is nothing to ask for. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    if (!isWinemakerHere()) throw toTheDoor('winemaker', request)
    return next()
  },
]

/** Nobody comes past here who is not signed in: the token is shown to the server before anything is. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const winemaker = await currentWinemaker()
  if (!winemaker.ok)
    throw winemaker.problem.kind === 'nobody'
      ? toTheDoor('winemaker', request)
      : failed('winemaker', request, winemaker.problem)
  const { vineyard_id } = winemaker.value
  const bookings = apiAt<typeof bookingApi>('winemaker', '/api/bookings')
  const [vineyard, counts] = await Promise.all([
    answered(request, resultOf(vineyardsAt('winemaker')[':id'].$get({ param: { id: vineyard_id } }))),
    answered(request, resultOf(bookings.counts.$get({ query: {} }))),
  ])
  return { winemaker: winemaker.value, vineyard, waiting: counts.pending }
}

export function HydrateFallback() {
  return <StaffBones />
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
