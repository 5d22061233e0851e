import { data, Form, href, redirect } from 'react-router'

import {
  releaseHeldBooking,
  confirmByLink,
  findHeldBooking,
} from '../../../../bookings/new-bookings/unverified-booking.server.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { rememberMade } from '../../../../bookings/new-bookings/browser-storage.tsx'
import { formatSlotTimes } from '../../../../availability/slot.ts'
import { answerFailure } from '../../../../bookings/new-bookings/offline.tsx'
import '../../../../bookings/components/bookings.css'
import { attempt, readForPage } from '../../../../platform/attempt.server.ts'
import { clock, database, log } from '../../../../platform/context.ts'
import { clockOf, formatDay, formatTime } from '../../../../platform/days.ts'
import { readForm } from '../../../../platform/text/form.server.ts'
import { isId } from '../../../../platform/ids.ts'
import { formatMoney } from '../../../../platform/money.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { FormButton } from '../../../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../../../ui/page/head.ts'
import { PageHeading } from '../../../../ui/page/page-heading.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { Facts } from '../../../../ui/pictures/ticket.tsx'
import type { Route } from './+types/confirm.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Confirm your booking', 'noindex, nofollow')

/** Loads the held booking that the link confirms, or null once its places are free again. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params
  const held = isId(id)
    ? await readForPage(
        context.get(log),
        'A held booking could not be read',
        () => findHeldBooking(context.get(database), id, context.get(clock)()),
        { message: bookingSentences.load_failed },
      )
    : undefined
  if (held?.is_booked) throw redirect(href('/booking/:id', { id }))
  const until = held && formatTime(clockOf(held.expires_at).slice(11))
  return data({ held: held && until ? { ...held, until } : null }, { status: held ? 200 : 404 })
}

/** Confirms or releases the held booking only after a click, because mail scanners open every link. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = params
  const releases = (await readForm(request)).get('intent') === 'release'
  const [sql, now] = [context.get(database), context.get(clock)()]
  if (!isId(id)) return { problem: null }
  const done = await attempt(context.get(log), 'A held booking could not be confirmed', async () =>
    releases ? await releaseHeldBooking(sql, id, now) : await confirmByLink(sql, id, now),
  )
  if (!done.ok) return data({ problem: bookingSentences.failed }, { status: 503 })
  // If the hold has ended, the loader runs again and the page says so.
  return done.value.ok && !releases ? redirect(href('/booking/:id', { id })) : { problem: null }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerFailure(
    () => rememberMade(serverAction),
    (problem) => ({ problem }),
    bookingSentences.failed,
  )

export default function ConfirmBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { held } = loaderData
  if (!held)
    return (
      <div className="wrap page">
        <PageHeading
          title="This link no longer works"
          lede="This link has not booked anything. We no longer hold the places, so others can book them. If there are still places, you can book again."
          role="status"
        />
        <ButtonLink variant="primary" to={href('/explore')}>
          Find a Vineyard
        </ButtonLink>
      </div>
    )
  const { guest_name, guest_phone, special_requests } = held
  return (
    <div className="wrap page">
      <PageHeading
        title="Confirm your booking"
        lede={`We’re holding your places at ${held.vineyard_name} until ${held.until}. Press the button to book them.`}
      />
      {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      <Facts
        variant="sumlist facts-across"
        items={[
          { term: 'What', value: held.experience_title },
          { term: 'When', value: `${formatDay(held.slot_date)}, ${formatSlotTimes(held)}` },
          { term: 'Guests', value: held.number_of_guests },
          { term: 'Total', value: `${formatMoney(held.total_price, held.currency)}, paid at the vineyard` },
          { term: 'Name', value: guest_name },
          { term: 'Phone', value: guest_phone },
          ...(special_requests ? [{ term: 'For the vineyard', value: special_requests }] : []),
        ]}
      />
      <Form method="post" className="row space-above" preventScrollReset>
        <FormButton variant="primary" name="intent" value="confirm">
          Confirm Booking
        </FormButton>
        <FormButton name="intent" value="release">
          I Did Not Ask for This
        </FormButton>
      </Form>
    </div>
  )
}
