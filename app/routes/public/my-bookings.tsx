import { useCallback, useEffect } from 'react'
import { data, Form, href, Link, redirect, useFetcher, useNavigate } from 'react-router'

import { callAsVisitor, isVisitorSignedIn, signOutVisitor } from '../../staff-client/visitor-session.ts'
import { readForPage, readOr } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { readForm } from '../../platform/text/form.server.ts'
import { clockOf, formatDay, formatTime } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { countOf } from '../../platform/text/counts.ts'
import { formatMoney } from '../../platform/money.ts'
import { SkeletonBlocks, Skeleton } from '../../ui/page/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { headOf } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import { statusPillOf } from '../../bookings/booking.ts'
import { type BookingLine, listBookings } from '../../bookings/booking.server.ts'
import { bookingsOnDevice } from '../../bookings/new-bookings/device-bookings.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { closeList, findOpenedList } from '../../people/accounts/opened-list.server.ts'
import { BookingsLinkForm } from '../../people/accounts/components/bookings-link-form.tsx'
import '../../bookings/components/bookings.css'
import type { Route } from './+types/my-bookings.ts'

const RemoveBooking = lazyPart(() => import('../../bookings/offline-tickets/components/remove-booking.tsx'))

export const meta = headOf({
  title: 'My bookings',
  description: 'The bookings made in this browser, with their links.',
  path: href('/my-bookings'),
  robots: 'noindex',
})

/** Loads the list that this browser opened with an emailed link, or null. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  const read = async () => {
    const list = await findOpenedList(sql, context.get(config), request, now)
    if (list === null) return null
    const closes_at = formatTime(clockOf(list.expires_at).slice(11))
    return { closes_at, bookings: await listBookings(sql, list.ids, now) }
  }
  const failure = { message: 'Your bookings could not be loaded.', to: href('/my-bookings') }
  const problem = 'An opened list of bookings could not be read'
  return { opened: await readForPage(context.get(log), problem, read, failure) }
}

/** Whether this page was loaded with an opened list. A script cannot read the cookie that says so. */
let isListOpen = false

/** Asks the server only after a list was opened, so that the page also opens without a connection. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return isListOpen ? await serverLoader() : { opened: null }
}

/** Never reloads, because loading the bookings does not change whether a list is open. */
export const shouldRevalidate = () => false

/**
 * Closes an opened list, or lists bookings by their ids. The ids are sent by POST: anyone with a booking's id can open the
 * booking, so ids do not belong in URLs.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.get('intent') === 'close') {
    const cookie = await readForPage(
      context.get(log),
      'A list of bookings could not be closed',
      () => closeList(context.get(database), context.get(config), request),
      { message: 'The list could not be closed.', to: href('/my-bookings') },
    )
    return redirect(href('/my-bookings'), { headers: { 'Set-Cookie': cookie } })
  }
  const ids = form.getAll('id').filter((id): id is string => typeof id === 'string' && isId(id))
  const bookings = await readOr(context, 'My bookings could not be read', null, (sql) =>
    listBookings(sql, ids.slice(0, 100), context.get(clock)()),
  )
  return data({ bookings }, { status: bookings ? 200 : 503 })
}

/** Returns the ids of the visitor's bookings on all devices; none when signed out or if the call fails. */
async function findOwnBookings(): Promise<string[]> {
  if (!isVisitorSignedIn()) return []
  const own = await callAsVisitor<{ items: { id: string }[] }>('me/bookings?limit=100')
  return own.ok ? own.value.items.map(({ id }) => id) : []
}

export default function MyBookings({ loaderData: { opened } }: Route.ComponentProps) {
  const { submit, data: answer } = useFetcher<typeof action>()
  const load = useCallback(async () => {
    const form = new FormData()
    const shown = opened?.bookings.map(({ id }) => id) ?? []
    isListOpen = opened !== null
    for (const id of new Set([...bookingsOnDevice(), ...(await findOwnBookings()), ...shown]))
      form.append('id', id)
    void submit(form, { method: 'post' })
  }, [submit, opened])
  const signedIn = useHydrated() && isVisitorSignedIn()
  useEffect(() => void load(), [load])
  // The list from the server stays if the bookings cannot be read again.
  const bookings = answer?.bookings ?? opened?.bookings ?? answer?.bookings
  return (
    <div className="wrap page">
      <h1>My bookings</h1>
      {opened ? (
        <Notice tone="info">
          <p>
            An emailed link opened the bookings made with your address. The list closes at {opened.closes_at}.
          </p>
          <Form method="post" reloadDocument>
            <Button small name="intent" value="close">
              Close the list now
            </Button>
          </Form>
        </Notice>
      ) : (
        <noscript>
          <Notice tone="info">
            This browser cannot remember your bookings, because JavaScript is switched off. The link to your
            booking’s page always works.
          </Notice>
          <BookingsLinkForm />
        </noscript>
      )}
      {bookings === undefined ? (
        <div className="scripted">
          <Skeleton label="Loading your bookings">
            <SkeletonBlocks shapes={['line', 'line', 'part']} />
          </Skeleton>
        </div>
      ) : bookings === null ? (
        <Notice tone="bad">
          <p>Your bookings could not be loaded.</p>
          <Button type="button" small onClick={() => void load()}>
            Try Again
          </Button>
        </Notice>
      ) : bookings.length === 0 ? (
        <Empty
          title={
            opened
              ? 'No bookings with your address'
              : signedIn
                ? 'No bookings yet'
                : 'No bookings on this device yet'
          }
          action={
            <ButtonLink variant="primary" to={href('/explore')}>
              Explore Vineyards
            </ButtonLink>
          }
        >
          The link to a booking’s page always works.
        </Empty>
      ) : (
        <>
          <BookingList title="Upcoming" bookings={bookings.filter(({ is_over }) => !is_over)} />
          <BookingList title="Past and cancelled" bookings={bookings.filter(({ is_over }) => is_over)} />
        </>
      )}
      {bookings !== undefined && <AccountLinks isSignedIn={signedIn} />}
    </div>
  )
}

/** Rendered only after the bookings above are known, because a button that moves away loses the press. */
function AccountLinks({ isSignedIn }: { isSignedIn: boolean }) {
  const navigate = useNavigate()
  return (
    <p className="row after scripted">
      {isSignedIn ? (
        <>
          What you booked on other devices is listed too.
          <Link to={href('/account')}>Your account</Link>
          <Button
            type="button"
            small
            onClick={() => void signOutVisitor().then(() => navigate(href('/sign-in')))}
          >
            Log out
          </Button>
        </>
      ) : (
        <>
          Booked on another device?
          <Link to={href('/sign-in')}>Sign in by email</Link>
        </>
      )}
    </p>
  )
}

function BookingList({ title, bookings }: { title: string; bookings: BookingLine[] }) {
  if (bookings.length === 0) return null
  return (
    <section className="saved-bookings">
      <h2>{title}</h2>
      <ul className="plain">
        {bookings.map((booking) => {
          const { id } = booking
          const twin = booking.is_over ? undefined : bookings.find((other) => isAtSameTime(booking, other))
          return (
            <li key={id} className="saved-booking">
              <div>
                <h3>
                  <Link to={href('/booking/:id', { id })}>{booking.experience_title}</Link>
                </h3>
                <p className="soft">{booking.vineyard_name}</p>
                {twin && (
                  <p className="small">
                    You have another booking at the same time: {twin.reference}. If you need only one, cancel
                    one of them.
                  </p>
                )}
              </div>
              <p>
                {formatDay(booking.booking_date)}, {booking.booking_time}
                <br />
                <span className="soft">
                  {countOf(booking.number_of_guests, 'guest')},{' '}
                  {formatMoney(booking.total_price, booking.currency)}
                </span>
              </p>
              <StatusPill {...statusPillOf(booking)} />
              <Actions booking={booking} />
              <RemoveBooking id={id} title={booking.experience_title} isOver={booking.is_over} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns whether `other` is on the same day at the same time, both take place, and the guest can still cancel one of them. */
function isAtSameTime(booking: BookingLine, other: BookingLine): boolean {
  const takesPlace = [booking, other].every((each) => !each.is_being_cancelled && each.called_off_at === null)
  const isSame = other.booking_date === booking.booking_date && other.booking_time === booking.booking_time
  return other.id !== booking.id && isSame && takesPlace && (booking.may_change || other.may_change)
}

/** The links of one booking. Each link names the experience, for screen readers that list links. */
function Actions({ booking }: { booking: BookingLine }) {
  const { id, may_change, is_over, is_being_cancelled, again } = booking
  const title = <span className="sr"> {booking.experience_title}</span>
  return (
    <p className="row small saved-booking-actions">
      {may_change && <Link to={href('/booking/:id/change', { id })}>Change{title}</Link>}
      {may_change && <Link to={`${href('/booking/:id', { id })}?cancel=yes#cancel`}>Cancel{title}</Link>}
      {!is_over && !is_being_cancelled && (
        <Link reloadDocument to={href('/booking/:id/calendar.ics', { id })}>
          Calendar file{title}
        </Link>
      )}
      {is_over && again && (
        <Link to={`${href('/book-now/:id', { id: again.vineyard_id })}?experience=${again.experience_id}`}>
          Book again{title}
        </Link>
      )}
    </p>
  )
}
