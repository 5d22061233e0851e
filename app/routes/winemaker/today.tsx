import { useEffect } from 'react'
import { href, redirectDocument } from 'react-router'

import { menuOf } from '../../staff/dashboard/winemaker-pages.tsx'
import { redirectToLogin, requireOwnDocument } from '../../staff-client/guard.ts'
import { isWinemakerSignedIn } from '../../staff-client/winemaker-session.ts'
import { openWithoutConnection } from '../../bookings/today/send-entry.ts'
import { Loading, TodayScreen } from '../../bookings/today/components/today-screen.tsx'
// The URL of the built service worker. Vite generates this default export.
// oxlint-disable-next-line import/default
import workerFile from '../../bookings/today/service-worker.ts?worker&url'
import { permissionsPolicy } from '../../platform/http/security-headers.server.ts'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffNeedsScript } from '../../ui/page/notice.tsx'
import type { Route } from './+types/today.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Today')

/** Only this page may use the camera. The policy belongs to the document, so the page needs a full load. */
export const headers: Route.HeadersFunction = () => ({ 'Permissions-Policy': permissionsPolicy('camera') })

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwnDocument(request)
  // Without a connection the sign-in page cannot be loaded, so this page says that nobody is signed in.
  if (!isWinemakerSignedIn() && navigator.onLine) {
    const login = redirectToLogin('winemaker', request).headers.get('Location')
    throw redirectDocument(login ?? href('/winemaker/login'))
  }
  return null
}

export function HydrateFallback() {
  return (
    <div className="today">
      <main id="main" className="today-main">
        <StaffNeedsScript />
        <Loading />
      </main>
    </div>
  )
}

export default function WinemakerToday() {
  useEffect(() => openWithoutConnection(workerFile), [])
  return <TodayScreen clock={Date.now} menuOf={(role) => menuOf(role, 0)} />
}
