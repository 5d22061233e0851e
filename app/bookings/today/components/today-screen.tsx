import { useEffect, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'

import { admits } from '../../../people/sign-in/policy.ts'
import { HiddenVineyard } from '../../../catalogue/vineyards/components/hidden-vineyard.tsx'
import { heldSentence } from '../../group-holds/group-hold.ts'
import { fromToday, newBookingLink } from '../../staff-links.tsx'
import { bookingPolicy } from '../../booking-policy.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime, formatWeekdayBrief } from '../../../platform/days.ts'
import type { WinemakerRole } from '../../../staff-client/account-types.ts'
import { problemSentence } from '../../../staff-client/call.ts'
import { takeCarriedMessage } from '../../../staff-client/carried-message.ts'
import { loginUrl } from '../../../staff-client/guard.ts'
import type { StaffEntry } from '../../../staff-client/staff-shell.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { SignedOut } from '../../../staff-client/sign-out.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { Skeleton, SkeletonBlock } from '../../../ui/page/skeleton.tsx'
import { Toast, type ToastMessage } from '../../../ui/page/toast.tsx'
import { countArrivals, groupBySession, searchParties, type Group } from '../today.ts'
import { TodayStore } from '../today-store.ts'
import { CodeDialog } from './code-dialog.tsx'
import { EntryNotices, OfflineBar, RefusedBar } from './entry-notices.tsx'
import { TodayMenu } from './today-menu.tsx'
import { PartyRow } from './party-row.tsx'
import { Sales, SaleSheet } from './sales.tsx'
import { TodaySearch, useContactSearch } from './today-search.tsx'
import { WalkInSheet } from './walk-in-sheet.tsx'
import '../today.css'
import '../today-sheets.css'

/** Milliseconds between two checks of the clock. Some buttons appear once a session has started. */
const tick = 20_000

function useToday(clock: () => number) {
  const [store] = useState(() => new TodayStore(clock))
  const state = useSyncExternalStore(store.subscribe, store.read, store.read)
  const [now, setNow] = useState(0)
  useEffect(() => store.start(), [store])
  useEffect(() => {
    const look = () => setNow(store.now())
    look()
    const timer = setInterval(look, tick)
    return () => clearInterval(timer)
  }, [store, state.day])
  return { store, state, now }
}

/**
 * The list of today's parties, on which staff check parties in with one thumb. Its links load whole pages. The header that
 * allows the camera applies to a document, so without a new document the next page could use the camera, too.
 */
export function TodayScreen({
  clock,
  menuOf,
}: {
  clock: () => number
  menuOf: (role: WinemakerRole) => StaffEntry[]
}) {
  const { store, state, now } = useToday(clock)
  const [search, setSearch] = useState('')
  const [sheet, setSheet] = useState<'walk_in' | 'sale' | 'code' | null>(null)
  const close = () => setSheet(null)
  const showAdded = (key: string) => {
    setSearch('')
    focusOn(key)
  }
  const { day, parties } = state
  const role = day?.viewer.role
  const seesContacts = role !== undefined && admits(bookingPolicy.run, role) && state.isOnline
  const others = useContactSearch(search, seesContacts ? day : null)
  const shown = searchParties(parties, search, others)
  const groups = day
    ? groupBySession(day, shown).filter((group) => search === '' || group.parties.length > 0)
    : []
  return (
    <div className="today">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="today-top">
        <div className="today-title">
          <div>
            <h1>Today</h1>
            {day && <p className="soft small">{formatWeekdayBrief(day.today, day.today)}</p>}
          </div>
          {day && <Arrivals {...countArrivals(parties)} />}
          {role && role !== 'admin' && <TodayMenu role={role} store={store} menuOf={menuOf} />}
        </div>
        {day && parties.length > 0 && <TodaySearch {...{ search, setSearch, findsContacts: seesContacts }} />}
        <OfflineBar state={state} now={now} />
        <RefusedBar state={state} />
      </header>
      <main id="main" tabIndex={-1} className="today-main">
        <EntryNotices
          state={state}
          onForget={(key) => void store.forget(key)}
          onInsist={(entry) => void store.insist(entry)}
        />
        {day?.is_visible === false && <HiddenVineyard />}
        {state.phase === 'loading' && <Loading />}
        {state.phase === 'ended' && <Ended />}
        {state.phase === 'unavailable' && state.problem && (
          <>
            <Notice tone="bad">{problemSentence(state.problem)}</Notice>
            <Button icon="clock" onClick={() => void store.sync()}>
              Try again
            </Button>
          </>
        )}
        {day && parties.length === 0 && day.sessions.length === 0 && (
          <Empty title="Nothing is planned for today">
            Sessions and their guests appear here on the day.
          </Empty>
        )}
        {search !== '' && groups.length === 0 && (
          <Empty
            title="No party matches"
            action={<Button onClick={() => setSearch('')}>Show all parties</Button>}
          >
            Check the spelling, or scan the code on the guest’s booking.
          </Empty>
        )}
        <ol className="today-sessions">
          {groups.map((group) => (
            <li key={group.key}>
              <SessionHead group={group} />
              {group.group_holds.map((hold) => (
                <p key={hold.id} className="soft small">
                  {heldSentence(hold)}
                </p>
              ))}
              {group.parties.length === 0 ? (
                <p className="soft small">No parties yet.</p>
              ) : (
                <ul className="today-parties">
                  {group.parties.map((party) => (
                    <PartyRow
                      key={party.walk_in_key ?? party.reference}
                      party={party}
                      store={store}
                      now={now}
                      opens={seesContacts}
                    />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
        {day && search === '' && <Sales sales={state.sales} store={store} />}
      </main>
      {day && (
        <footer className="today-bar no-print">
          {day.experiences.length > 0 && (
            <Button icon="plus" onClick={() => setSheet('walk_in')}>
              Walk-in
            </Button>
          )}
          <Button icon="scan" onClick={() => setSheet('code')}>
            Scan a code
          </Button>
          <Button icon="pound" onClick={() => setSheet('sale')}>
            Sale
          </Button>
          {admits(bookingPolicy.run, day.viewer.role) && (
            <ButtonAnchor icon="phone" href={newBookingLink('winemaker', { from: fromToday })}>
              Phone booking
            </ButtonAnchor>
          )}
        </footer>
      )}
      <CarriedMessage />
      {sheet === 'walk_in' && day && (
        <WalkInSheet day={day} state={state} store={store} onAdded={showAdded} onClose={close} />
      )}
      {sheet === 'sale' && day && <SaleSheet store={store} onAdded={showAdded} onClose={close} />}
      {sheet === 'code' && (
        <CodeDialog parties={parties} store={store} isOnline={state.isOnline} onClose={close} />
      )}
    </div>
  )
}

/** Focuses the row whose element has this id, once the row is drawn and the closed sheet has returned the focus. */
function focusOn(key: string) {
  requestAnimationFrame(() => document.getElementById(key)?.focus())
}

/** Shows the result of a booking that staff have just made on the booking page, which then led back to Today. */
function CarriedMessage() {
  const [message, setMessage] = useState<ToastMessage>()
  useEffect(() => {
    // Screen readers announce the message only if the empty toast was on the page before the message.
    const timer = setTimeout(() => {
      const carried = takeCarriedMessage()
      if (carried !== null) setMessage({ message: carried, failed: false, undo: null })
    })
    return () => clearTimeout(timer)
  }, [])
  return <Toast about={message} />
}

function Arrivals({ parties, arrived, guests, here }: ReturnType<typeof countArrivals>) {
  if (parties === 0) return null
  return (
    <p className="today-arrivals" role="status">
      <strong>
        {arrived} of {countOf(parties, 'party', 'parties')}
      </strong>{' '}
      here
      <br />
      <span className="soft small">
        {here} of {countOf(guests, 'guest')}
      </span>
    </p>
  )
}

function SessionHead({ group: { title, start_time, end_time, host, parties } }: { group: Group }) {
  const { guests, here } = countArrivals(parties)
  return (
    <div className="today-session">
      <h2>
        {start_time && <span className="today-time">{formatTime(start_time)} </span>}
        {title}
      </h2>
      <p className="soft small num">
        {end_time && `until ${formatTime(end_time)}`}
        {end_time && guests > 0 && ' · '}
        {guests > 0 && `${here} of ${countOf(guests, 'guest')} here`}
        {host && ` · ${host.name}`}
      </p>
    </div>
  )
}

function Ended() {
  return (
    <SignedOut to={loginUrl('winemaker', href('/winemaker/today'), true)} level="h2">
      Today’s parties have been removed from this device. Sign in to see them again.
    </SignedOut>
  )
}

export function Loading() {
  return (
    <Skeleton label="Loading today’s parties" className="stack">
      <SkeletonBlock as="field" />
      <SkeletonBlock as="field" />
      <SkeletonBlock as="field" />
    </Skeleton>
  )
}
