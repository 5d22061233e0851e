import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Ways to look at one thing, as links in a row. Where the row is too long for the screen, it shows the current one whole. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (row.current && current) row.current.scrollLeft += wayTo(row.current, current)
  }, [key])
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

/** How far a row has to go on until this stands in it whole, in pixels; back where it is negative. */
function wayTo(row: Element, current: Element): number {
  const [seen, wanted] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  return Math.max(0, wanted.right - seen.right) + Math.min(0, wanted.left - seen.left)
}
