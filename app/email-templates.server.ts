import { bookingLetters } from './bookings/booking-emails.server.ts'
import { vineyardLetters } from './bookings/vineyard-emails.server.ts'
import type { Letter, LetterKind, MailRow, Site, Unwritable } from './emails/email.ts'
import { type Message, renderLetter } from './emails/render-email.server.tsx'
import { withLink, withUnsubscribe } from './emails/unsubscribe.server.ts'
import { isUnsubscribable } from './emails/unsubscribe.ts'
import type { Queryable } from './platform/database.server.ts'
import { peopleLetters } from './accounts/emails.ts'
import { contactLetters } from './messages/emails.ts'
import { ok, type Result, refused } from './platform/result.ts'

/** Every kind of mail there is, by the `email_type` of its row. */
export const letters: Record<string, LetterKind> = {
  ...bookingLetters,
  ...vineyardLetters,
  ...peopleLetters,
  ...contactLetters,
}

/** What a mail row says, as things stand now. */
export async function writeLetter(
  sql: Queryable,
  row: MailRow,
  site: Site,
): Promise<Result<Letter, Unwritable>> {
  const kind = letters[row.email_type]
  if (!kind) return refused('unknown_type')
  const letter = await kind.write(sql, row, site)
  return letter.ok ? ok(await withUnsubscribe(sql, letter.value, row, site)) : letter
}

/** The same as the message that goes out. */
export async function writeMail(
  sql: Queryable,
  row: MailRow,
  site: Site,
): Promise<Result<Message, Unwritable>> {
  const letter = await writeLetter(sql, row, site)
  return letter.ok ? ok(await renderLetter(letter.value, site)) : letter
}

/** Every kind as it looks, about people who do not exist. */
export function sampleMessages(site: Site): Promise<{ email_type: string; message: Message }[]> {
  return Promise.all(
    Object.entries(letters).map(async ([email_type, kind]) => ({
      email_type,
      message: await renderLetter(
        isUnsubscribable(email_type)
          ? withLink(kind.sample(site), `${site.site_url}/unsubscribe/sample`)
          : kind.sample(site),
        site,
      ),
    })),
  )
}
