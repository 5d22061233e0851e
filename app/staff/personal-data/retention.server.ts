import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { keepHealthDays } from '../../bookings/notes/notes.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import { deliveryDays } from '../../partners/webhooks/webhook.ts'

/** The number of days for which resellers' holds without a booking are stored. */
const keepHoldsDays = 30

/** Names are stored for some months after the visit, messages for as many months, and emails for some days. */
type Retention = { keep_names_months: number; keep_mails_days: number }

// The number of rows that one transaction erases.
const batch = 1000

/**
 * Erases or deletes data past its retention period, and returns the number of erased rows of most kinds. After an interruption,
 * the next call continues. `alerts` are opening alerts; `colleagues` are removed colleagues and unanswered invitations; `keys`
 * are sign-ins, links and counters of attempts; `webhooks` are deliveries.
 */
export async function eraseOldData(
  sql: Queryable,
  { keep_names_months, keep_mails_days }: Retention,
  now: Date,
) {
  const erase = rowFrom(sql)
  const visits = await untilNone(
    () => erase<Gone>`select erase_old_bookings(${keep_names_months}, ${batch}, ${now}) as gone`,
  )
  const mails = await untilNone(
    () => erase<Gone>`select erase_old_emails(${keep_mails_days}, ${batch}, ${now}) as gone`,
  )
  const messages = await erase<Gone>`select delete_old_messages(${keep_names_months}, ${now}) as gone`
  const itineraries = await erase<Gone>`select delete_old_itineraries(${keep_names_months}, ${now}) as gone`
  const alerts = await erase<Gone>`select delete_old_opening_alerts(${now}) as gone`
  const colleagues = await erase<Gone>`select erase_removed_colleagues(${keep_names_months}, ${now}) as gone`
  await untilNone(
    () => erase<Gone>`select erase_old_health_tags(${keepHealthDays}, ${batch}, ${now}) as gone`,
  )
  await erase`select delete_old_itinerary_answers(${keepHealthDays}, ${now})`
  await erase`select erase_old_sales(${keep_names_months}, ${now})`
  await erase`select erase_group_holds(null, ${now})`
  await erase`select delete_old_octo_bookings(${keepHoldsDays}, ${now})`
  await emptySandbox(sql, now)
  const keys = await erase<Gone>`select delete_expired_credentials(${now}) as gone`
  const invitations = await erase<Gone>`select delete_unanswered_invitations(${now}) as gone`
  const webhooks = await untilNone(
    () => erase<Gone>`select delete_old_webhook_deliveries(${deliveryDays}, ${batch}, ${now}) as gone`,
  )
  return {
    visits,
    mails,
    messages: messages.gone,
    itineraries: itineraries.gone,
    alerts: alerts.gone,
    colleagues: colleagues.gone + invitations.gone,
    keys: keys.gone,
    webhooks,
  }
}

type Gone = { gone: number }

async function untilNone(eraseBatch: () => PromiseLike<Gone>): Promise<number> {
  const { gone } = await eraseBatch()
  return gone === 0 ? 0 : gone + (await untilNone(eraseBatch))
}

/** Cancels and erases bookings that test keys made more than a day ago, so that the sandbox has free places again. */
async function emptySandbox(sql: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000)
  const old = await sql<{ id: string }[]>`
    select id from bookings where is_test and erased_at is null and created_at < ${before} order by created_at`
  const by = { actor: 'system' } as const
  for (const { id } of old) await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await rowFrom(sql)`select erase_bookings(${old.map(({ id }) => id)}::uuid[], ${now})`
}
