import type { Queryable } from '../platform/database/database.server.ts'
import type { Email, MailRow, Site } from './email.ts'
import { isUnsubscribable, type Unsubscribable, unsubscribableTypes } from './unsubscribe.ts'

const tokenPattern = /^[\w-]{43}$/

/** Adds the recipient's link to unsubscribe to body and headers (RFC 8058), if recipients can unsubscribe from this type. */
export async function withUnsubscribe(
  sql: Queryable,
  email: Email,
  { email_type, to_address }: Pick<MailRow, 'email_type' | 'to_address'>,
  site: Site,
): Promise<Email> {
  if (!isUnsubscribable(email_type)) return email
  const [{ token }] = await sql<[{ token: string }]>`
    select unsubscribe_token(${email_type}, ${to_address}) as token`
  return withLink(email, `${site.site_url}/unsubscribe/${token}`)
}

/** Adds a given link to unsubscribe, in the body and the headers. */
export function withLink(email: Email, link: string): Email {
  const links = [{ label: 'Stop these emails', href: link }]
  return { ...email, unsubscribe: link, parts: [...email.parts, { kind: 'links', links }] }
}

/** Returns the type of emails from which a link unsubscribes, or undefined if the link is invalid. */
export async function findUnsubscribe(
  sql: Queryable,
  token: string,
): Promise<{ email_type: Unsubscribable; is_unsubscribed: boolean } | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const [found] = await sql<{ email_type: Unsubscribable; is_unsubscribed: boolean }[]>`
    select email_type, is_unsubscribed from find_unsubscribe(${token}, ${unsubscribableTypes}::text[])`
  return found
}

/** Unsubscribes or subscribes again by a link. Returns false if the link is invalid. */
export async function setUnsubscribed(
  sql: Queryable,
  token: string,
  is_unsubscribed: boolean,
  now: Date,
): Promise<boolean> {
  if (!tokenPattern.test(token)) return false
  const [{ done }] = await sql<[{ done: boolean }]>`
    select set_unsubscribed(${token}, ${unsubscribableTypes}::text[], ${is_unsubscribed}, ${now}) as done`
  return done
}
