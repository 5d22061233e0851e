import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from 'react-router'

import { kindsOfPages } from './page-kinds.ts'

/**
 * In milliseconds: by then the page that was asked for is there. It looks more than once, because a list may come later, and
 * the router asks the server for what stands behind a link when it first sees it.
 */
const looksAfter = [2000, 6000, 15_000]

/**
 * Has the code of the pages in the menu fetched, and of those the page leads to, once there is nothing else to do. Without it
 * whoever loses the connection and goes on to a page for the first time loses all of ours to the browser's own page; with it
 * the page says so and can be tried again.
 */
export function PagesAhead({ pages }: { pages: string[] }) {
  const { key } = useLocation()
  const [ahead, setAhead] = useState<string[]>([])
  // Drawn anew even where no page was added: the router may know the way to one of them by now.
  const look = useEffectEvent(() => {
    // A script that could not be fetched once may not be asked for again.
    if (navigator.onLine) setAhead((before) => kindsOfPages([...before, ...pages, ...linked()]))
  })
  useEffect(() => {
    const back = () => look()
    const timers = looksAfter.map((calm) => setTimeout(back, calm))
    window.addEventListener('online', back)
    return () => {
      timers.forEach(clearTimeout)
      window.removeEventListener('online', back)
    }
  }, [key])
  return <CodeOf pages={ahead} />
}

/**
 * Fetches the code of pages and does not run it. React Router's own `PrefetchPageLinks` (as of 8.4.0) runs it, and reloads the page
 * when the connection is lost meanwhile: what was typed was gone, and the browser's error page was there.
 */
function CodeOf({ pages }: { pages: string[] }) {
  const router = use(DataRouterContext)?.router
  const routes = use(FrameworkContext)?.manifest.routes ?? {}
  const known = pages
    .flatMap((page) => router?.match(page) ?? [])
    .flatMap(({ route }) => routes[route.id] ?? [])
  const scripts = new Set(known.flatMap(({ module, imports = [] }) => [module, ...imports]))
  const styles = new Set(known.flatMap(({ css = [] }) => css))
  return (
    <>
      {[...scripts].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {[...styles].map((href) => (
        <link key={href} rel="prefetch" as="style" href={href} />
      ))}
    </>
  )
}

/** Where the links of the page lead, on this site. */
function linked(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
}
