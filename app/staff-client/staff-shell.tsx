import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link, NavLink, useLocation, useNavigate } from 'react-router'

import { Announcer, focusOn, focusOnPage } from '../ui/focus.tsx'
import { MissingAnswer } from '../ui/page/missing-answer.tsx'
import { Button } from '../ui/button.tsx'
import { countDraftsOf } from '../ui/forms/drafts.ts'
import { DraftsOf } from '../ui/forms/form-draft.tsx'
import { Icon } from '../ui/pictures/icon.tsx'
import type { IconName } from '../ui/pictures/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { leaveFor } from '../ui/forms/leaving.tsx'
import { useOnePress } from '../ui/forms/presses.ts'
import { ReloadGuard } from '../ui/page/reload-guard.tsx'
import { SiteBrand } from '../ui/page/site-brand.tsx'
import { useSlowNavigation } from '../ui/page/slow.ts'
import { StaffPageSkeleton } from '../ui/page/staff-skeleton.tsx'
import '../ui/page/staff-page.css'
import { adminSessionKey, signOutAdmin } from './admin-session.ts'
import { loginUrl } from './guard.ts'
import { listAt, shapeOf } from './page-shape.ts'
import { watchStored } from './local-storage.ts'
import { PrefetchPages } from './prefetch-pages.tsx'
import { SignedOut, useSignOut } from './sign-out.tsx'
import type { StaffArea } from './staff-area.ts'
import { countStoredEntries, noEntries, signOutWinemaker, winemakerTokenKey } from './winemaker-session.ts'
import './staff.css'
import './staff-bar.css'

/** An entry of the menu. `waiting` is a count that the menu shows beside the label. */
export type StaffEntry = { label: string; to: string; icon: IconName; waiting?: number }

type Search = { label: string; open: () => void }

type Progress = { to: string; settled: number; all: number }

const sessions = {
  admin: {
    key: adminSessionKey,
    signOut: signOutAdmin,
    countEntries: async () => ({ ...noEntries, drafts: countDraftsOf('admin') }),
  },
  winemaker: { key: winemakerTokenKey, signOut: signOutWinemaker, countEntries: countStoredEntries },
}

/** The layout of staff pages: the menu, the account and the button to sign out. */
export function StaffShell({
  area,
  id,
  name,
  position,
  place,
  entries,
  progress,
  search,
  children,
}: {
  area: StaffArea
  id: string
  name: string
  position: string | null
  /** The name of the vineyard or the marketplace. */
  place: string
  entries: StaffEntry[]
  /** The progress of the guided start, until all its steps are done or skipped. */
  progress?: Progress | undefined
  /** Opens the search. Staff at the gate have no search. */
  search?: Search | undefined
  children: ReactNode
}) {
  useOnePress()
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const account = area === 'admin' ? href('/admin/account') : href('/winemaker/account')
  const login = area === 'admin' ? href('/login') : href('/winemaker/login')
  const [hasLeft, setHasLeft] = useState(false)
  const help = `${href('/guide')}#${area === 'admin' ? 'run' : 'vineyard'}`

  // Signing out in one tab also signs out the other tabs, and pages that the browser restores from its history.
  useEffect(() => {
    const watch = () =>
      watchStored(sessions[area].key, (isSignedIn) => {
        if (!isSignedIn) void navigate(loginUrl(area, pathname + query, true))
      })
    const watchAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) watch()()
    }
    window.addEventListener('pageshow', watchAgain)
    const stop = watch()
    return () => {
      stop()
      window.removeEventListener('pageshow', watchAgain)
    }
  }, [navigate, area, pathname, query])

  const { isLeaving, leave, question } = useSignOut({
    ...sessions[area],
    onLeft: (isEnded) => (isEnded ? leaveFor(login) : setHasLeft(true)),
  })
  if (hasLeft)
    return (
      <main id="main" tabIndex={-1} className="staff-main" ref={focusOn}>
        <SignedOut to={login} level="h1">
          We cannot reach the server at the moment. As soon as we can, the sign-in also ends there: leave this
          page open until then.
        </SignedOut>
      </main>
    )
  const logOut = (
    <Button type="button" variant="text" className="log-out" disabled={isLeaving} onClick={leave}>
      {isLeaving ? 'Logging out …' : 'Log out'}
    </Button>
  )
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="staff">
        <header className="staff-top">
          <SiteBrand />
          {progress && <ProgressLink {...progress} />}
          {search && <SearchButton {...search} isOnlyIcon />}
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
            <li>
              <Link to={help}>Help</Link>
            </li>
            <li>{logOut}</li>
          </Menu>
        </header>
        <nav className="bar on-deep" aria-label="Staff">
          <SiteBrand />
          {search && <SearchButton {...search} />}
          <Entries entries={entries} />
          {progress && <ProgressLink {...progress} />}
          <div className="signed-in-user">
            <strong>{name}</strong>
            {[position, place].filter(Boolean).join(', ')}
            <br />
            <Link to={account}>Your account</Link> · <Link to={help}>Help</Link>
            <br />
            {logOut}
          </div>
        </nav>
        <main id="main" tabIndex={-1} className="staff-main">
          <ReloadGuard />
          <DraftsOf owner={`${area}:${id}`}>
            <PageOrSkeleton>{children}</PageOrSkeleton>
          </DraftsOf>
        </main>
      </div>
      {question}
      <MissingAnswer />
      <Announcer />
      <PrefetchPages pages={entries.map(({ to }) => to)} />
    </>
  )
}

function SearchButton({ label, open, isOnlyIcon = false }: Search & { isOnlyIcon?: boolean }) {
  return (
    <Button
      type="button"
      small
      icon="search"
      className="open-search"
      aria-keyshortcuts="Control+K"
      onClick={open}
    >
      {isOnlyIcon ? <span className="sr">{label}</span> : label}
    </Button>
  )
}

function ProgressLink({ to, settled, all }: Progress) {
  return (
    <Link className="setup-progress" to={to}>
      <span>
        Set up: <span className="num">{settled}</span> of <span className="num">{all}</span>
      </span>
      <progress value={settled} max={all} aria-hidden="true" />
    </Link>
  )
}

/** Shows the page. If the next page loads slowly, its skeleton replaces the page. */
function PageOrSkeleton({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const next = useSlowNavigation()
  const last = useRef(pathname)
  // The link that was pressed may have disappeared with the old page, so the focus moves to the new page.
  useEffect(() => {
    if (last.current !== pathname) focusOnPage()
    last.current = pathname
  }, [pathname])
  return next && next.pathname !== pathname ? (
    <StaffPageSkeleton label="Loading" shape={shapeOf(next)} list={listAt(next)} />
  ) : (
    children
  )
}

// The number of entries at the bottom of a phone's screen. With more entries, the fifth opens a menu of the rest.
const maxAtFoot = 5

function Entries({ entries }: { entries: StaffEntry[] }) {
  const first = entries.length > maxAtFoot ? entries.slice(0, maxAtFoot - 1) : entries
  const rest = entries.slice(first.length)
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a low screen, the entries at the side scroll. The entry of the open page stays in sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <ul ref={list}>
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
