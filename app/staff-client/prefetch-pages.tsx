import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from 'react-router'

// Milliseconds after a page opens. Pages are prefetched several times, because lists load late and add links to new
// routes.
const prefetchAfter = [2000, 6000, 15_000]

/**
 * Prefetches the code of the pages in the menu and behind the page's links. If the connection is then lost, opening
 * such a page shows our error screen, where staff can try again, and not the browser's error page.
 */
export function PrefetchPages({ pages }: { pages: string[] }) {
  const { key } = useLocation()
  const [ahead, setAhead] = useState<string[]>([])
  // Always sets a new list, even with the same pages: the next render also finds routes that the router has learned since.
  const prefetch = useEffectEvent(() => {
    // After one failure, a browser may never request a script again, so prefetching waits until the browser is online.
    if (navigator.onLine) setAhead((before) => onePerKind([...before, ...pages, ...linkedPaths()]))
  })
  useEffect(() => {
    const run = () => prefetch()
    const timers = prefetchAfter.map((pause) => setTimeout(run, pause))
    window.addEventListener('online', run)
    return () => {
      timers.forEach(clearTimeout)
      window.removeEventListener('online', run)
    }
  }, [key])
  return <CodeLinks pages={ahead} />
}

/**
 * Fetches the code of pages without running it. React Router's `PrefetchPageLinks` (8.4.0) runs the code, and if the
 * connection fails while the code loads, this component reloads the page, so that typed text is lost.
 */
function CodeLinks({ pages }: { pages: string[] }) {
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

function linkedPaths(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
}

const idPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
// Staff pages link to pages of the site too, but staff rarely open them.
const staffPath = /^\/(admin|winemaker)\//

/** Returns the first staff page of each kind, because the pages of two bookings, for example, share their code. */
export function onePerKind(paths: string[]): string[] {
  const kinds = new Map<string, string>()
  for (const path of paths) {
    const kind = path.replaceAll(idPattern, ':id')
    if (staffPath.test(path) && !kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values()]
}
