import { href, Outlet } from 'react-router'

import { currentAdmin, isAdminSignedIn } from '../../staff-client/admin-session.ts'
import type { Route } from './+types/layout.ts'
import { redirectToLogin, requireSignIn } from '../../staff-client/guard.ts'
import { failed } from '../../staff-client/load.ts'
import { useSearchDialog } from '../../staff/search/components/search-everywhere.tsx'
import { type StaffEntry, StaffShell } from '../../staff-client/staff-shell.tsx'
import '../../ui/lists/lists.css'
import '../../staff/admin.css'

export {
  StaffFailure as ErrorBoundary,
  StaffSkeleton as HydrateFallback,
} from '../../staff/dashboard/components/staff-fallbacks.tsx'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSignIn('admin', isAdminSignedIn)]

/** Checks the sign-in with the server before anything is shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const admin = await currentAdmin()
  if (admin.ok) return { admin: admin.value }
  throw admin.problem.kind === 'nobody'
    ? redirectToLogin('admin', request, true)
    : failed(request, { kind: 'away' })
}

/** Never reloads: any API call notices that the sign-in has ended, and a lost connection must not remove the layout. */
export const shouldRevalidate = () => false

const entries: StaffEntry[] = [
  { label: 'Dashboard', to: href('/admin/dashboard'), icon: 'home' },
  { label: 'Bookings', to: href('/admin/bookings'), icon: 'list' },
  { label: 'Calendar', to: href('/admin/calendar'), icon: 'calendar' },
  { label: 'Vineyards', to: href('/admin/vineyards'), icon: 'pin' },
  { label: 'Experiences', to: href('/admin/experiences'), icon: 'glass' },
  { label: 'Customers', to: href('/admin/customers'), icon: 'people' },
  { label: 'Winemakers', to: href('/admin/winemakers'), icon: 'people' },
  { label: 'Claims', to: href('/admin/claims'), icon: 'verified' },
  { label: 'Reviews', to: href('/admin/reviews'), icon: 'post' },
  { label: 'Itineraries', to: href('/admin/itineraries'), icon: 'route' },
  { label: 'Blog', to: href('/admin/blog'), icon: 'post' },
  { label: 'Sync', to: href('/admin/calendar-sync'), icon: 'globe' },
  { label: 'Integrations', to: href('/admin/integrations'), icon: 'grid' },
  { label: 'Messages', to: href('/admin/messages'), icon: 'mail' },
  { label: 'Email log', to: href('/admin/mail'), icon: 'post' },
  { label: 'Privacy', to: href('/admin/privacy'), icon: 'lock' },
  { label: 'Audit', to: href('/admin/audit'), icon: 'clock' },
  { label: 'System', to: href('/admin/system'), icon: 'info' },
]

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { id, name } = loaderData.admin
  const search = useSearchDialog('admin', 'Find anything')
  return (
    <StaffShell
      area="admin"
      id={id}
      name={name}
      position="Admin"
      place="the marketplace"
      entries={entries}
      search={search.button}
    >
      <Outlet />
      {search.dialog}
    </StaffShell>
  )
}
