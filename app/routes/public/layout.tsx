import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'

import { joinedItineraries } from '../../explore/itineraries/device-itineraries.ts'
import { joinedFavourites, readStored, visitorField } from '../../staff-client/local-storage.ts'
import { config } from '../../platform/context.ts'
import { Announcer } from '../../ui/focus.tsx'
import { keepAnswers, MissingAnswer } from '../../ui/page/missing-answer.tsx'
import { PageSkeleton } from '../../ui/page/skeleton.tsx'
import { atFirstPress, lazyPart } from '../../ui/page/lazy-part.tsx'
import { siteName } from '../../ui/page/head.ts'
import { useSlowNavigation } from '../../ui/page/slow.ts'
import type { Route } from './+types/layout.ts'
import { failureHead, failureOf } from '../../content/site/failure.tsx'
import type { SiteDetails } from '../../content/site/components/footer.tsx'
import { Header } from '../../content/site/navigation.tsx'
import { contactOf } from '../../content/site/site-contact.ts'

/** Loads the skeletons of other pages, or a plain skeleton if loading fails. */
const loadSkeletons = () =>
  import('../../content/site/components/loading.tsx').then(
    (skeletons) => skeletons,
    () => ({ default: AnyPage }),
  )
const Loading = lazy(loadSkeletons)
// The failure page is loaded in advance, because the connection may be lost when the page is needed.
const loadFailedPage = () => import('../../content/site/components/failed-page.tsx')
const FailedPage = lazyPart(loadFailedPage)
const Footer = lazyPart(() => import('../../content/site/components/footer.tsx'))
const AnyPage = () => <PageSkeleton label="Loading" />

/** Returns whether a visitor signed in with this browser. Only then does the code for account sync load. */
const hasSignedIn = () =>
  [visitorField, joinedFavourites, joinedItineraries].some((key) => readStored(key) !== null)

export function loader({ context }: Route.LoaderArgs): SiteDetails {
  const { social, ...settings } = context.get(config)
  return { contact: contactOf(settings), social }
}

export const clientMiddleware = [keepAnswers]

/** Never reloads, because the settings do not change between pages. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) =>
  error ? failureHead(failureOf(error)) : [{ title: siteName }]

export default function VisitorsLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  useEffect(() => void loadFailedPage().then(null, () => {}), [])
  useEffect(() => {
    if (!hasSignedIn()) return
    import('../../content/site/account-sync.ts').then(
      ({ syncWithAccount }) => syncWithAccount(),
      // Without a connection the import fails, and the next page tries again.
      () => {},
    )
  }, [pathname])
  return (
    <SiteLayout {...loaderData}>
      <Page />
    </SiteLayout>
  )
}

/** Shows the page, or the skeleton of the next page if it loads slowly. The hidden page keeps what was typed. */
function Page() {
  const next = useSlowNavigation()
  const elsewhere = next !== null && next.pathname !== useLocation().pathname
  useEffect(() => atFirstPress(loadSkeletons), [])
  useEffect(() => {
    if (elsewhere) scrollTo(0, 0)
  }, [elsewhere])
  return (
    <>
      <div hidden={elsewhere}>
        <Outlet />
      </div>
      {elsewhere && (
        <Suspense fallback={<AnyPage />}>
          <Loading pathname={next.pathname} />
        </Suspense>
      )}
    </>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SiteLayout {...(loaderData ?? { contact: {}, social: {} })}>
      <Suspense>
        <FailedPage error={error} />
      </Suspense>
    </SiteLayout>
  )
}

function SiteLayout({ children, ...details }: SiteDetails & { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...details} />
      <MissingAnswer guardsLinks />
      <Announcer />
    </>
  )
}
