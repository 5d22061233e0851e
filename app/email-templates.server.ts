import { bookingEmails } from './bookings/emails/booking-emails.server.ts'
import { vineyardEmails } from './bookings/emails/vineyard-emails.server.ts'
import type { Email, EmailKind, MailRow, Site, Unwritable } from './mail/email.ts'
import { type Message, renderEmail } from './mail/render-email.server.tsx'
import { withLink, withUnsubscribe } from './mail/unsubscribe.server.ts'
import { isUnsubscribable } from './mail/unsubscribe.ts'
import type { Queryable } from './platform/database/database.server.ts'
import type { Day } from './platform/days.ts'
import { accountEmails } from './people/accounts/emails.ts'
import { claimEmails } from './moving-in/claims/emails.ts'
import { messageEmails } from './content/messages/emails.ts'
import { openingAlertEmails } from './explore/opening-alerts/emails.ts'
import { webhookEmails } from './partners/webhooks/emails.ts'
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

/** Returns the content of a stored email, from the current data. */
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

/** Returns the rendered message of a stored email. */
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
