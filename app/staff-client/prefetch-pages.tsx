import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from 'react-router'

// Milliseconds after a page opens. Prefetching is repeated, because lists load late and the router learns routes from links.
const prefetchAfter = [2000, 6000, 15_000]

/**
 * Prefetches the code of the pages in the menu and behind the page's links. When staff open such a page without a connection,
 * they see our error screen, where they can try again, instead of the browser's error page.
 */
export function PrefetchPages({ pages }: { pages: string[] }) {
  const { key } = useLocation()
  const [ahead, setAhead] = useState<string[]>([])
  // Renders again even without new pages: the router may know more routes by now.
  const prefetch = useEffectEvent(() => {
    // A browser may not request a script again after one failure, so wait until it is online.
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
 * Fetches the code of pages without running it. React Router's `PrefetchPageLinks` (8.4.0) runs the code, and reloads the page
 * if the connection fails while they load, so that typed text is lost.
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
// Prefetching a visitor's page would also load its data.
const staffPath = /^\/(admin|winemaker)\//

/** Returns the first staff page of each kind: the pages of two bookings have the same code. */
export function onePerKind(paths: string[]): string[] {
  const kinds = new Map<string, string>()
  for (const path of paths) {
    const kind = path.replaceAll(idPattern, ':id')
    if (staffPath.test(path) && !kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values()]
}
