import type { Queryable } from '../platform/database.server.ts'
import type { Email, MailRow, Site } from './email.ts'
import { isUnsubscribable, type Unsubscribable, unsubscribableTypes } from './unsubscribe.ts'

const shape = /^[\w-]{43}$/

/** The same letter with its recipient's link to unsubscribe, below and in its headers (RFC 8058). */
export async function withUnsubscribe(
  sql: Queryable,
  letter: Email,
  { email_type, to_address }: Pick<MailRow, 'email_type' | 'to_address'>,
  site: Site,
): Promise<Email> {
  if (!isUnsubscribable(email_type)) return letter
  const [{ token }] = await sql<[{ token: string }]>`
    select unsubscribe_token(${email_type}, ${to_address}) as token`
  return withLink(letter, `${site.site_url}/unsubscribe/${token}`)
}

/** The same with a link, if that kind of email has one. */
export function withLink(letter: Email, link: string): Email {
  const links = [{ label: 'Stop these emails', href: link }]
  return { ...letter, unsubscribe: link, parts: [...letter.parts, { kind: 'links', links }] }
}

/** What a link is about. Undefined: it is not one of ours. */
export async function findUnsubscribe(
  sql: Queryable,
  token: string,
): Promise<{ email_type: Unsubscribable; is_unsubscribed: boolean } | undefined> {
  if (!shape.test(token)) return undefined
  const [found] = await sql<{ email_type: Unsubscribable; is_unsubscribed: boolean }[]>`
    select email_type, is_unsubscribed from find_unsubscribe(${token}, ${unsubscribableTypes}::text[])`
  return found
}

/** Unsubscribes by a link, or takes that back; doing it twice changes nothing. False: the link is not one of ours. */
export async function setUnsubscribed(
  sql: Queryable,
  token: string,
  is_unsubscribed: boolean,
  now: Date,
): Promise<boolean> {
  if (!shape.test(token)) return false
  const [{ done }] = await sql<[{ done: boolean }]>`
    select set_unsubscribed(${token}, ${unsubscribableTypes}::text[], ${is_unsubscribed}, ${now}) as done`
  return done
}
