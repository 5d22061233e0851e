import { href, Link, useNavigation } from 'react-router'
import { addPounds, formatPounds } from '../../platform/money.ts'

import { clockOf, formatDay, formatTime, isDay } from '../../platform/days.ts'
import { actOnMoney } from '../../bookings/payments/payment-actions.tsx'
import { describePayment, netOf } from '../../bookings/payments/payment.ts'
import { GiveBackList } from '../../bookings/payments/components/give-back.tsx'
import { AddSale, UndoSale } from '../../bookings/payments/components/add-sale.tsx'
import { TillTable } from '../../bookings/payments/components/till-table.tsx'
import type { tillApi } from '../../bookings/payments/payment.api.ts'
import { respond } from '../../staff-client/action-result.tsx'
import { load } from '../../staff-client/load.ts'
import { SaveCsv } from '../../staff-client/save-csv.tsx'
import { apiFor } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { FollowedField, useSubmitChoices } from '../../ui/forms/followed-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/till.ts'
import '../../bookings/payments/components/payments.css'

export const meta: Route.MetaFunction = () => unlistedHead('Till')

const till = () => apiFor<typeof tillApi>('winemaker', '/api/till')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const day = new URL(request.url).searchParams.get('day')
  const query = isDay(day ?? '') && day ? { day } : {}
  return load(request, till().index.$get({ query }))
}

/** Records a sale, a refund, or money that the vineyard keeps. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const done = await actOnMoney(request, await request.formData())
  if (done === null) throw new Error('The form is not about money.')
  return respond(done)
}

export default function Till({ loaderData, actionData }: Route.ComponentProps) {
  const { today, day, lines, entries, to_give_back } = loaderData
  const corrected = new Set(entries.map(({ corrects }) => corrects))
  const net = netOf(lines)
  const discounts = addPounds(lines.map(({ discounts }) => discounts))
  const refunds = addPounds(lines.map(({ refunds }) => refunds))
  const notes = [
    refunds !== 0 && `${formatPounds(refunds)} refunded, already subtracted`,
    discounts !== 0 && `${formatPounds(discounts)} in discounts, not subtracted`,
  ].filter(Boolean)
  return (
    <div className="till" aria-busy={useNavigation().state === 'loading'}>
      <StaffHead
        title={net === 0 && entries.length === 0 ? 'Till' : `${formatPounds(net)} taken`}
        below={formatDay(day)}
      >
        {day === today && <AddSale outcome={actionData} />}
        <Button type="button" icon="print" onClick={() => print()}>
          Print
        </Button>
        <SaveCsv name={`till-${day}.csv`} download={() => till().csv.$get({ query: { day } })} />
      </StaffHead>
      <ChooseDay day={day} today={today} />
      <GiveBackList items={to_give_back} outcome={actionData} />
      {entries.length === 0 ? (
        <Empty title="No money was taken on this day">
          Payments that you record on a booking’s page, and sales, add up here.
        </Empty>
      ) : (
        <>
          <section aria-labelledby="sums">
            <h2 id="sums">By person and kind</h2>
            <TillTable lines={lines} />
            {notes.length > 0 && <p className="soft small">{`${notes.join('; ')}.`}</p>}
          </section>
          <section aria-labelledby="entries">
            <h2 id="entries">Entries</h2>
            <ol className="till-entries">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <span>
                    {entry.booking_id === null ? (
                      <strong>{entry.reason ?? 'Sale without a booking'}</strong>
                    ) : (
                      <Link to={href('/winemaker/bookings/:id', { id: entry.booking_id })}>
                        <span>
                          {entry.guest_name}, <span className="reference">{entry.reference}</span>
                        </span>
                      </Link>
                    )}
                    <br />
                    <span className="soft small">
                      {formatTime(clockOf(new Date(entry.taken_at)).slice(11))},{' '}
                      {entry.actor_name ?? 'a former colleague'}.{' '}
                      {describePayment(entry.booking_id === null ? { ...entry, reason: null } : entry)}
                    </span>
                    {entry.booking_id === null && entry.corrects === null && !corrected.has(entry.id) && (
                      <UndoSale id={entry.id} name={entry.reason} />
                    )}
                  </span>
                  <strong className="num">
                    {entry.entry === 'discount'
                      ? `(${formatPounds(entry.amount)})`
                      : formatPounds(entry.entry === 'refund' ? -entry.amount : entry.amount)}
                  </strong>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
      <Toast about={actionData} />
    </div>
  )
}

function ChooseDay({ day, today }: { day: string; today: string }) {
  return (
    <Form className="till-day" onChange={useSubmitChoices()}>
      <FollowedField label="Day" name="day" type="date" max={today} value={day} required />
      <Button>Show</Button>
    </Form>
  )
}
