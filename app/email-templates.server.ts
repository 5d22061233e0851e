import { bookingEmails } from './bookings/booking-emails.server.ts'
import { vineyardEmails } from './bookings/vineyard-emails.server.ts'
import type { Email, EmailKind, MailRow, Site, Unwritable } from './emails/email.ts'
import { type Message, renderEmail } from './emails/render-email.server.tsx'
import { withLink, withUnsubscribe } from './emails/unsubscribe.server.ts'
import { isUnsubscribable } from './emails/unsubscribe.ts'
import type { Queryable } from './platform/database.server.ts'
import type { Day } from './platform/days.ts'
import { accountEmails } from './accounts/emails.ts'
import { claimEmails } from './claims/emails.ts'
import { messageEmails } from './messages/emails.ts'
import { openingAlertEmails } from './opening-alerts/emails.ts'
import { webhookEmails } from './webhooks/emails.ts'
import { ok, type Result, refused } from './platform/result.ts'

/** All templates by `email_type`. */
export const emailTemplates: Record<string, EmailKind> = {
  ...bookingEmails,
  ...vineyardEmails,
  ...accountEmails,
  ...claimEmails,
  ...messageEmails,
  ...openingAlertEmails,
  ...webhookEmails,
}

/** Returns the email of a row, as of now. */
export async function writeEmail(
  sql: Queryable,
  row: MailRow,
  site: Site,
): Promise<Result<Email, Unwritable>> {
  const kind = emailTemplates[row.email_type]
  if (!kind) return refused('unknown_type')
  const email = await kind.write(sql, row, site)
  return email.ok ? ok(await withUnsubscribe(sql, email.value, row, site)) : email
}

/** Returns the email of a row, rendered. */
export async function writeMail(
  sql: Queryable,
  row: MailRow,
  site: Site,
): Promise<Result<Message, Unwritable>> {
  const email = await writeEmail(sql, row, site)
  return email.ok ? ok(await renderEmail(email.value, site)) : email
}

/** Renders all templates with made-up data, for visits after `today`. */
export function sampleMessages(site: Site, today: Day): Promise<{ email_type: string; message: Message }[]> {
  return Promise.all(
    Object.entries(emailTemplates).map(async ([email_type, kind]) => ({
      email_type,
      message: await renderEmail(
        isUnsubscribable(email_type)
          ? withLink(kind.sample(site, today), `${site.site_url}/unsubscribe/sample`)
          : kind.sample(site, today),
        site,
      ),
    })),
  )
}
