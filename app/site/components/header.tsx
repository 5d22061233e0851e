import { href, Link, useLocation } from 'react-router'

import { LogoMark } from '../../ui/figure.tsx'
import { siteName } from '../../ui/head.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { currentness, entries } from '../navigation.ts'

export function SiteBrand() {
  return (
    <Link className="brand" to={href('/')}>
      <LogoMark />
      {siteName}
    </Link>
  )
}

export function Header() {
  return (
    <header className="top">
      <div className="wrap">
        <SiteBrand />
        <nav aria-label="Main">
          <ul className="links">
            <Entries />
          </ul>
          <Menu
            className="menu"
            summary={
              <>
                <Icon name="menu" />
                Menu
              </>
            }
          >
            <Entries />
          </Menu>
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
