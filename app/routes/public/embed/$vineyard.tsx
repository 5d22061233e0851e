import { type ReactNode, useEffect, useRef } from 'react'
import { href, Outlet, useLocation } from 'react-router'

import { readForPage } from '../../../platform/attempt.server.ts'
import { config, database, log } from '../../../platform/context.ts'
import { bookingSentences } from '../../../bookings/booking-sentences.ts'
import { failureHead, failureOf } from '../../../content/site/failure.tsx'
import { Announcer, isFocusLost } from '../../../ui/focus.tsx'
import { keepAnswers, MissingAnswer } from '../../../ui/page/missing-answer.tsx'
import { siteName } from '../../../ui/page/head.ts'
import { frameView } from '../../../partners/widget/frame.tsx'
import { reportHeight } from '../../../partners/widget/frame-height.ts'
import { findWidget } from '../../../partners/widget/widget.server.ts'
import '../../../partners/widget/components/frame.css'
import type { Route } from './+types/$vineyard.ts'

export const meta: Route.MetaFunction = ({ error }) =>
  error ? failureHead(failureOf(error)) : [{ title: siteName }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const widget = await readForPage(
    context.get(log),
    'The settings of a widget could not be read',
    () => findWidget(context.get(database), params.vineyard),
    { message: bookingSentences.load_failed, to: href('/embed/:vineyard', params), label: 'Try again' },
  )
  return frameView(widget ?? null, { url: request.url, production: context.get(config).production })
}

export const clientMiddleware = [keepAnswers]

/** Never reloads, because only the first URL of the frame has the parameters that the website chose. */
export const shouldRevalidate = () => false

export default function BookingFrame({ loaderData }: Route.ComponentProps) {
  return (
    <Frame style={loaderData.style}>
      <Outlet />
    </Frame>
  )
}

/** Shows a failure as one sentence and a link. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  const failure = failureOf(error)
  const unknown = { message: 'This page could not be shown.', to: pathname, label: 'Try again' }
  const { message, to, label } = failure.kind === 'refused' ? failure.refusal : unknown
  const isOurs = to?.startsWith('/embed/')
  return (
    <Frame style={loaderData?.style ?? null}>
      <div className="wrap page">
        <p className="lede">{message}</p>
        <p>
          <a href={to ?? href('/explore')} {...(!isOurs && { target: '_blank', rel: 'noreferrer' })}>
            {label ?? `Vineyards on ${siteName}`}
          </a>
        </p>
      </div>
    </Frame>
  )
}

function Frame({ style, children }: { style: string | null; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => (content.current ? reportHeight(content.current) : undefined), [])
  // Moving the focus also scrolls the website to the top of the frame.
  useEffect(() => {
    if (pathname !== first.current && isFocusLost()) document.getElementById('main')?.focus()
    first.current = pathname
  }, [pathname])
  return (
    <main id="main" tabIndex={-1} aria-label="Booking">
      {style && <style>{style}</style>}
      <div ref={content} className="booking-frame">
        {children}
        <p className="wrap small soft">
          Booking by{' '}
          <a href={href('/')} target="_blank" rel="noreferrer">
            {siteName}
          </a>
        </p>
      </div>
      <MissingAnswer />
      <Announcer />
    </main>
  )
}
