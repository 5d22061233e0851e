import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** In milliseconds: by then the page that was asked for is there. */
const calmAfter = 2000

/**
 * Has the code of the pages in the menu fetched once there is nothing else to do. Without it whoever loses the connection and
 * goes on to a page for the first time loses all of ours to the browser's own page; with it the page says so and can be
 * tried again.
 */
export function PagesAhead({ pages }: { pages: string[] }) {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), calmAfter)
    return () => clearTimeout(timer)
  }, [])
  return calm && pages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
