import { useEffect, useEffectEvent, useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'

import { kindsOfPages } from './kinds-of-pages.ts'

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
  const look = useEffectEvent(() => setAhead((before) => kindsOfPages([...before, ...pages, ...linked()])))
  useEffect(() => {
    const timers = looksAfter.map((calm) => setTimeout(() => look(), calm))
    return () => timers.forEach(clearTimeout)
  }, [key])
  return ahead.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** Where the links of the page lead, on this site. */
function linked(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
}
