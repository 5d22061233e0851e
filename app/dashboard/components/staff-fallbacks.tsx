import { isRouteErrorResponse, useLocation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { StaffNeedsScript } from '../../ui/notice.tsx'
import { Screen } from '../../ui/empty.tsx'
import { StaffPageSkeleton } from '../../ui/staff-skeleton.tsx'
import { shapeOf } from '../../staff-client/page-shape.ts'
import { StaffBrand } from '../../staff-client/staff-shell.tsx'
import '../../staff-client/staff.css'

/** The page frame while the session is checked. */
export function StaffSkeleton() {
  return (
    <div className="staff">
      <header className="staff-top">
        <StaffBrand />
      </header>
      <div className="bar on-deep">
        <StaffBrand />
        <ul aria-hidden="true" className="needs-script">
          {Array.from({ length: 5 }, (_, n) => (
            <li key={n} className="bar-skeleton" />
          ))}
        </ul>
      </div>
      <main id="main" className="staff-main">
        <StaffNeedsScript />
        <StaffPageSkeleton label="Loading your pages" shape={shapeOf(useLocation())} />
      </main>
    </div>
  )
}

/** Shown to staff instead of a page that could not be loaded. */
export function StaffFailure({ error }: { error: unknown }) {
  const message =
    isRouteErrorResponse(error) && typeof error.data?.message === 'string' ? error.data.message : null
  return (
    <main id="main">
      <Screen
        title={message ?? 'Something went wrong.'}
        actions={
          <Button type="button" variant="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        {message ? null : 'This is our fault, not yours. Please try again in a moment.'}
      </Screen>
    </main>
  )
}
