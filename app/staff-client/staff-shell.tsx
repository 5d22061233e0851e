import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link, NavLink, useLocation } from 'react-router'

import { Announcer, focusOnPage } from '../ui/focus.tsx'
import { Button } from '../ui/button.tsx'
import { DraftOwner } from '../ui/drafts.ts'
import { LogoMark } from '../ui/drawings.tsx'
import { siteName } from '../ui/head.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { useOnePress } from '../ui/presses.ts'
import { ReloadGuard } from '../ui/leaving.tsx'
import { useSlowNavigation } from '../ui/slow.ts'
import { StaffPageSkeleton } from '../ui/staff-skeleton.tsx'
import '../ui/staff-page.css'
import { shapeOf } from './page-shape.ts'
import { PagesAhead } from './prefetch-pages.tsx'
import './staff.css'

/** Where one can go; `waiting` is how many things wait there. */
export type StaffEntry = { label: string; to: string; icon: IconName; waiting?: number }

/** The frame of staff pages: where one can go, who one is, and the way out. */
export function StaffShell({
  owner,
  name,
  position,
  place,
  entries,
  account,
  onLogOut,
  children,
}: {
  /** Whose drafts are kept on this device: `admin:<id>`. */
  owner: string
  name: string
  position: string | null
  /** The estate's name, or the marketplace's. */
  place: string
  entries: StaffEntry[]
  account: string
  onLogOut: () => Promise<void>
  children: ReactNode
}) {
  const [leaving, setLeaving] = useState(false)
  useOnePress()
  const logOut = (
    <Button
      type="button"
      variant="text"
      className="log-out"
      disabled={leaving}
      onClick={() => {
        setLeaving(true)
        void onLogOut()
      }}
    >
      {leaving ? 'Logging out …' : 'Log out'}
    </Button>
  )
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="staff">
        <header className="staff-top">
          <StaffBrand />
          <Menu
            className="menu"
            summary={
              <>
                <Icon name="people" />
                <span className="menu-name">{name}</span>
              </>
            }
          >
            <li className="soft small">{[position, place].filter(Boolean).join(', ')}</li>
            <li>
              <Link to={account}>Your account</Link>
            </li>
            <li>{logOut}</li>
          </Menu>
        </header>
        <nav className="bar on-deep" aria-label="Staff">
          <StaffBrand />
          <Entries entries={entries} />
          <div className="signed-in-user">
            <strong>{name}</strong>
            {[position, place].filter(Boolean).join(', ')}
            <br />
            <Link to={account}>Your account</Link>
            <br />
            {logOut}
          </div>
        </nav>
        <main id="main" tabIndex={-1} className="staff-main">
          <ReloadGuard />
          <DraftOwner value={owner}>
            <Place>{children}</Place>
          </DraftOwner>
        </main>
      </div>
      <Announcer />
      <PagesAhead pages={entries.map(({ to }) => to)} />
    </>
  )
}

/** The page; bones of the next one once that takes its time. */
function Place({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const going = useSlowNavigation()
  const last = useRef(pathname)
  // The link that was followed may have gone with the page that it stood on.
  useEffect(() => {
    if (last.current !== pathname) focusOnPage()
    last.current = pathname
  }, [pathname])
  return going && going.pathname !== pathname ? (
    <StaffPageSkeleton label="Loading" shape={shapeOf(going)} />
  ) : (
    children
  )
}

export function StaffBrand() {
  return (
    <Link className="brand" to={href('/')}>
      <LogoMark />
      {siteName}
    </Link>
  )
}

/** On a phone there is room for five: where there are more, the fifth opens the rest. */
const atFoot = 5

function Entries({ entries }: { entries: StaffEntry[] }) {
  const first = entries.length > atFoot ? entries.slice(0, atFoot - 1) : entries
  const rest = entries.slice(first.length)
  return (
    <ul>
      {first.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      {rest.length > 0 && (
        <li className="bar-more">
          <Menu
            summary={
              <>
                <Icon name="menu" />
                More
              </>
            }
          >
            {rest.map((entry) => (
              <Entry key={entry.to} {...entry} />
            ))}
          </Menu>
        </li>
      )}
    </ul>
  )
}

function Entry({ label, to, icon, waiting = 0 }: StaffEntry) {
  return (
    <li>
      <NavLink to={to}>
        <Icon name={icon} />
        {label}
        {waiting > 0 && (
          <span className="count">
            <span className="sr">waiting: </span>
            {waiting}
          </span>
        )}
      </NavLink>
    </li>
  )
}
