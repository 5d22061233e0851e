import { useLocation } from 'react-router'

import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice, StaffNeedsScript } from '../../../ui/page/notice.tsx'
import { Screen } from '../../../ui/lists/empty.tsx'
import { SiteBrand } from '../../../ui/page/site-brand.tsx'
import { StaffPageSkeleton } from '../../../ui/page/staff-skeleton.tsx'
import { messageOf } from '../../../staff-client/page-failure.tsx'
import { listAt, shapeOf } from '../../../staff-client/page-shape.ts'
import '../../../staff-client/staff.css'

/** The layout of a staff page while the sign-in is checked. */
export function StaffSkeleton() {
  const location = useLocation()
  return (
    <div className="staff">
      <header className="staff-top">
        <SiteBrand />
      </header>
      <div className="bar on-deep">
        <SiteBrand />
        <ul aria-hidden="true" className="needs-script">
          {Array.from({ length: 5 }, (_, n) => (
            <li key={n} className="bar-skeleton" />
          ))}
        </ul>
      </div>
      <main id="main" className="staff-main">
        <StaffNeedsScript />
        <StaffPageSkeleton label="Loading your pages" shape={shapeOf(location)} list={listAt(location)} />
      </main>
    </div>
  )
}

/** Replaces a page that the winemaker's role may not open. */
export function PageRefused({ rule, home }: { rule: string; home: { label: string; to: string } }) {
  return (
    <div className="stack">
      <h1>This page isn’t part of your role</h1>
      <Notice tone="info">{rule}</Notice>
      <p>
        <ButtonLink variant="primary" icon="back" to={home.to}>
          Back to {home.label}
        </ButtonLink>
      </p>
    </div>
  )
}

/** Replaces a staff page that could not be loaded. */
export function StaffFailure({ error }: { error: unknown }) {
  const message = messageOf(error)
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
