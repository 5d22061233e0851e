import type { z } from 'zod'

import type { EmailKind, Site } from '../../mail/email.ts'
import { emailText } from '../../mail/email-text.ts'
import { matchesGuest } from '../../bookings/booking-search.server.ts'
import { inScope, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import { beginsWith, type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { mostListed } from '../../platform/text/counts.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { emailContent, loggedMail, mailFilters } from './email-log.shapes.ts'

type MailEntry = RowOf<typeof loggedMail>

const columns = (sql: Queryable) =>
  sql`id, email_type, to_address, booking_id, state, attempts, last_error, created_at, sent_at, deliver_by`

/**
 * Returns SQL for whether an email's address begins with the term, or its booking has a guest who matches the term. Arrays make
 * Postgres use the indexes of emails. With subqueries it would read all emails.
 */
const matchesMail = (sql: Queryable, term: string) => sql`(
  id = any (array(select id from emails where ${beginsWith(sql, sql`lower(to_address)`, term)} limit ${mostListed}))
  or booking_id = any (array(select b.id from bookings b where ${matchesGuest(sql, term)} limit ${mostListed}))
)`

/** Returns one page of all emails. Callers must be admins, because the query does not check the scope. */
export function pageOfMail(
  sql: Queryable,
  { state, email_type, booking_id, search = '', ...listing }: Listing & RowOf<typeof mailFilters>,
): Promise<Page<MailEntry>> {
  return readListPage(
    sql,
    listing,
    sql`
      select ${columns(sql)} from emails
      where true
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${email_type === undefined ? sql`` : sql`and email_type = ${email_type}`}
        ${booking_id === undefined ? sql`` : sql`and booking_id = ${booking_id}`}
        ${search === '' ? sql`` : sql`and ${matchesMail(sql, search)} limit ${mostListed}`}`,
    {
      indexed: ['created_at'],
      newest: 'created_at',
      never_null: ['created_at'],
      // A query plan that suits every state would not use the index of unsent emails.
      plans_for_values: search !== '' || state !== undefined,
    },
  )
}

/** Returns an email with its content, from the current data. Only a `kept` email shows its secret link. */
export async function findMail(
  sql: Queryable,
  id: string,
  write: EmailKind['write'],
  site: Site,
): Promise<(MailEntry & { shown: z.infer<typeof emailContent> }) | undefined> {
  const [mail] = await sql<(MailEntry & { payload: Record<string, unknown> })[]>`
    select ${columns(sql)}, payload from emails where id = ${id}`
  if (!mail) return undefined
  const { payload, ...entry } = mail
  const hidden = { ...payload, link: `${site.site_url}/…` }
  const visible = 'link' in payload && mail.state !== 'kept' ? hidden : payload
  let written = await write(sql, { ...entry, payload: visible }, site)
  // The link of a sent email is erased, but the template of the email requires a link.
  if (!written.ok && written.problem === 'payload' && mail.state === 'sent')
    written = await write(sql, { ...entry, payload: hidden }, site)
  if (!written.ok) return { ...entry, shown: { gone: true, problem: written.problem } }
  const { subject, heading, parts, reason } = written.value
  const text = emailText(written.value, site)
  return { ...entry, shown: { gone: false, subject, heading, parts, reason, text } }
}

/**
 * Sends a failed or merely stored email again. Winemakers may resend only failed emails to the guests of their own
 * bookings.
 */
export async function sendAgain(sql: Queryable, id: string, by: StaffMember, now: Date) {
  const { actor, actor_id } = vineyardScope(by)
  const isAllowed =
    by.actor === 'admin'
      ? sql`true`
      : sql`exists (
          select from emails m join bookings b on b.id = m.booking_id
          where m.id = ${id} and ${inScope(sql, by)} and m.state <> 'kept' and not m.payload ? 'link'
            and lower(m.to_address) = lower(b.guest_email)
        ) and require_works_at(${actor}, ${actor_id}, ${by.vineyard_id})`
  return outcomeFrom(sql)<SqlEnums['email_resend_problem']>`
    select case when ${isAllowed} then resend_email(${id}, ${actor}, ${actor_id}, ${now}) else 'absent' end as problem`
}
