import { useEffect, useRef } from 'react'
import { href, Link, useLocation } from 'react-router'

import { Mark } from '../ui/figure.tsx'
import { siteName } from '../ui/head.ts'
import { Icon } from '../ui/icon.tsx'
import { currentness, entries } from './navigation.ts'

export function Brand() {
  return (
    <Link className="brand" to={href('/')}>
      <Mark />
      {siteName}
    </Link>
  )
}

export function Header() {
  return (
    <header className="top">
      <div className="wrap">
        <Brand />
        <nav aria-label="Main">
          <ul className="links">
            <Entries />
          </ul>
          <Menu />
        </nav>
      </div>
    </header>
  )
}

function Entries() {
  const { pathname } = useLocation()
  return entries.map((entry) => (
    <li key={entry.label}>
      <Link to={entry.to} aria-current={currentness(entry, pathname)}>
        {entry.label}
      </Link>
    </li>
  ))
}

/**
 * The toggle of narrow screens. It opens and closes without script; with one it also closes on Escape, on a press
 * elsewhere, when the focus leaves it and when the page changes.
 */
function Menu() {
  const { key } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const close = () => {
    if (details.current) details.current.open = false
  }

  useEffect(close, [key])

  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  })

  return (
    <details
      className="menu"
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        close()
        summary.current?.focus()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !details.current?.contains(event.relatedTarget)) close()
      }}
    >
      <summary ref={summary}>
        <Icon name="menu" />
        Menu
      </summary>
      <ul>
        <Entries />
      </ul>
    </details>
  )
}
