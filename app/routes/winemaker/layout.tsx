import { href, Outlet, redirect, useLocation } from 'react-router'

import { currentWinemaker, isWinemakerSignedIn } from '../../staff-client/winemaker-session.ts'
import type { Route } from './+types/layout.ts'
import type { bookingApi } from '../../bookings/booking.api.ts'
import { isSignedOut, resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { redirectToLogin, requireSignIn } from '../../staff-client/guard.ts'
import { failed } from '../../staff-client/load.ts'
import { ok, refused } from '../../platform/result.ts'
import { HiddenVineyard } from '../../catalogue/vineyards/components/hidden-vineyard.tsx'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { StaffShell } from '../../staff-client/staff-shell.tsx'
import { PageRefused } from '../../staff/dashboard/components/staff-fallbacks.tsx'
import { homeOf, menuOf, refusalAt } from '../../staff/dashboard/winemaker-pages.tsx'
import type { meApi } from '../../people/accounts/account.api.ts'
import { admits } from '../../people/sign-in/policy.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { useSearchDialog } from '../../staff/search/components/search-everywhere.tsx'
import { setupPolicy, setupProgress } from '../../staff/dashboard/setup.ts'
import { type DashboardContext, setupOfVineyard } from '../../staff/dashboard/setup-actions.tsx'

export {
  StaffFailure as ErrorBoundary,
  StaffSkeleton as HydrateFallback,
} from '../../staff/dashboard/components/staff-fallbacks.tsx'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireSignIn('winemaker', () => {
    if (!isWinemakerSignedIn()) lastLayout = null
    return isWinemakerSignedIn()
  }),
]

/** Reads the data of the layout: the winemaker with their role, the vineyard, its pending bookings and its guided start. */
async function readLayout() {
  const [winemaker, me] = await Promise.all([
    currentWinemaker(),
    resultOf(apiFor<typeof meApi>('winemaker', '/api/me').index.$get()),
  ])
  if (!winemaker.ok) return winemaker
  if (!me.ok) return me
  if (me.value?.actor !== 'winemaker') return refused({ kind: 'nobody' } as const)
  const { role } = me.value
  const { vineyard_id } = winemaker.value
  const bookings = apiFor<typeof bookingApi>('winemaker', '/api/bookings')
  const [vineyard, counts, setup] = await Promise.all([
    resultOf(vineyardsAt('winemaker')[':id'].$get({ param: { id: vineyard_id } })),
    admits(bookingPolicy.run, role) ? resultOf(bookings.counts.$get({ query: {} })) : ok({ waiting: 0 }),
    admits(setupPolicy.run, role) ? resultOf(setupOfVineyard.index.$get()) : ok(null),
  ])
  if (!vineyard.ok) return vineyard
  if (!counts.ok) return counts
  if (!setup.ok) return setup
  return ok({
    winemaker: winemaker.value,
    role,
    vineyard: vineyard.value,
    waiting: counts.value.waiting,
    setup: setup.value,
  })
}

type LayoutData = Extract<Awaited<ReturnType<typeof readLayout>>, { ok: true }>['value']

/** The data as last read. The layout stays on screen when the connection is lost; the page inside it shows the failure. */
let lastLayout: LayoutData | null = null

/** Checks the sign-in with the server before anything is shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const layout = await readLayout()
  if (layout.ok) {
    const [home, dashboard] = [homeOf(layout.value.role).to, href('/winemaker/dashboard')]
    // Signing in leads to the dashboard, but some roles start on another page.
    if (new URL(request.url).pathname === dashboard && home !== dashboard) throw redirect(home)
    return (lastLayout = layout.value)
  }
  if (layout.problem.kind === 'nobody') throw redirectToLogin('winemaker', request, true)
  if (lastLayout !== null && !isSignedOut(layout.problem)) return lastLayout
  throw failed(request, layout.problem)
}

export default function WinemakerLayout({ loaderData }: Route.ComponentProps) {
  const { winemaker, role, vineyard, waiting, setup } = loaderData
  const progress = setup && setupProgress(setup.steps)
  const search = useSearchDialog('winemaker', 'Find a guest', admits(bookingPolicy.run, role))
  const rule = refusalAt(useLocation().pathname, role)
  return (
    <StaffShell
      area="winemaker"
      id={winemaker.winemaker_id}
      name={winemaker.name}
      position={winemaker.position}
      place={vineyard.name}
      entries={menuOf(role, waiting)}
      search={search.button}
      progress={
        progress && progress.settled < progress.all
          ? { to: href('/winemaker/dashboard'), ...progress }
          : undefined
      }
    >
      {rule === null ? (
        <>
          {!vineyard.is_visible && <HiddenVineyard />}
          <Outlet context={{ setup, role } satisfies DashboardContext} />
        </>
      ) : (
        <PageRefused rule={rule} home={homeOf(role)} />
      )}
      {search.dialog}
    </StaffShell>
  )
}
