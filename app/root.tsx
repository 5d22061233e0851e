import type { ReactNode } from 'react'
import { href, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'

import type { Route } from './+types/root.ts'
import { config } from './platform/context.ts'
import { nameRoute } from './platform/telemetry.server.ts'
import { ButtonAnchor } from './ui/button.tsx'
import { FigureSymbol, LogoMark } from './ui/pictures/drawings.tsx'
import { siteName } from './ui/page/head.ts'
import icon from './ui/pictures/mark.svg?no-inline'
import { Screen } from './ui/lists/empty.tsx'
import { noEmail, useSendsEmail } from './ui/forms/sends-email.ts'
import theme from './ui/theme/theme.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: theme },
  { rel: 'icon', href: '/favicon.ico', sizes: '16x16 32x32 48x48' },
  { rel: 'icon', href: icon, type: 'image/svg+xml', sizes: 'any' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

const collapsed = 'Unexpected Application Error!'

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? `${collapsed} · ${siteName}` : siteName },
  ...(error ? [{ name: 'robots', content: 'noindex' }] : []),
]

export const middleware: Route.MiddlewareFunction[] = [({ pattern }) => nameRoute(pattern)]

/** Loads the site's URL for canonical links, and whether the site sends email. */
export function loader({ context }: Route.LoaderArgs) {
  const { site_url, smtp_url } = context.get(config)
  return { site_url, sends_email: smtp_url !== undefined }
}

/** Never reloads, because the settings do not change during a visit. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  // Scroll positions are not restored in a booking frame: it never scrolls, and may have no storage.
  const isFramed = useLocation().pathname.startsWith('/embed/')
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1612" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body {...(useSendsEmail() ? {} : noEmail)}>
        <FigureSymbol />
        {children}
        {!isFramed && <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** The page of last resort for errors. Avoids every part that may have failed, such as the layout. */
export function ErrorBoundary() {
  return (
    <>
      <header className="top">
        <div className="wrap">
          <p className="brand">
            <LogoMark />
            {siteName}
          </p>
        </div>
      </header>
      <main id="main">
        <Screen
          title={collapsed}
          actions={
            <>
              <ButtonAnchor variant="primary" href="">
                Try Again
              </ButtonAnchor>
              <ButtonAnchor href={href('/')}>Return to Home</ButtonAnchor>
            </>
          }
        >
          The whole site has a problem, not only this page. Your bookings are safe. Please try again in a
          moment.
        </Screen>
      </main>
    </>
  )
}
