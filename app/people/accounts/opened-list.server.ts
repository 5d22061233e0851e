import { parse, serialize } from 'hono/utils/cookie'

import type { Config } from '../../platform/config.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { mailboxLimit } from '../sign-in/sign-in-limits.ts'
import { takeAttempts } from '../sign-in/attempt-limit.server.ts'
import { hashToken, isToken, makeToken } from '../sign-in/session.server.ts'
import { linkLifetimes } from './link-lifetimes.ts'
import { emailLink } from './one-time-link.server.ts'

/* An emailed link opens a list of bookings for a visitor without JavaScript. The list has the bookings made with the email
   address. A cookie holds the list's token, because local storage needs a script. The token opens nothing else. */

/** For how many minutes a list stays open after its link was used. */
const listMinutes = 30

type Site = Pick<Config, 'site_url'>

/** Emails any address a link to its list, even if the list is empty, to hide who has booked. */
export async function sendListLink(
  { sql, config }: { sql: Sql; config: Config },
  email: string,
  now: Date,
): ReturnType<typeof takeAttempts> {
  // The limit on forms has already counted the network address of the request.
  const allowed = await takeAttempts(sql, mailboxLimit(config.limits, 'visitor', email), now)
  if (!allowed.ok) return allowed
  const token = makeToken()
  const link = `${config.site_url}/my-bookings/${token}`
  const expires_at = new Date(now.getTime() + linkLifetimes.bookings_link * 60_000)
  await inTransaction(sql, async (transaction) => {
    await transaction`insert into booking_lists ${transaction({ link_hash: hashToken(token), email, expires_at })}`
    const context = { sql: transaction, config }
    await emailLink(context, 'bookings_link', { link, expires_at }, { to: email }, now)
  })
  return allowed
}

/** Returns whether a link would open a list, without using up the link. */
export async function opensList(sql: Queryable, link_token: string, now: Date): Promise<boolean> {
  if (!isToken(link_token)) return false
  const found = await sql`
    select from booking_lists
    where link_hash = ${hashToken(link_token)} and token_hash is null and expires_at > ${now}`
  return found.length > 0
}

/** Opens the list of a link and uses up the link. Returns the cookie to set, or undefined if the link does not work. */
export async function openList(
  sql: Queryable,
  site: Site,
  link_token: string,
  now: Date,
): Promise<string | undefined> {
  if (!isToken(link_token)) return undefined
  const token = makeToken()
  const expires_at = new Date(now.getTime() + listMinutes * 60_000)
  const opened = await sql`
    update booking_lists set token_hash = ${hashToken(token)}, expires_at = ${expires_at}
    where link_hash = ${hashToken(link_token)} and token_hash is null and expires_at > ${now}
    returning expires_at`
  return opened.length > 0 ? listCookie(site, token, listMinutes * 60) : undefined
}

/** An opened list: the time when it closes, and the ids of at most 100 of its bookings. */
type OpenedList = { expires_at: Date; ids: string[] }

/**
 * Returns the list whose token is in the request's cookie, or null without such a cookie or after the list has closed.
 */
export async function findOpenedList(
  sql: Queryable,
  site: Site,
  request: Request,
  now: Date,
): Promise<OpenedList | null> {
  const token = tokenIn(site, request)
  if (token === undefined) return null
  const [list] = await sql<OpenedList[]>`
    select l.expires_at, array(
      select b.id from bookings b
      where lower(b.guest_email) = lower(l.email) and b.erased_at is null and not b.is_test
      order by b.booking_date desc, b.id limit 100
    ) as ids
    from booking_lists l where l.token_hash = ${hashToken(token)} and l.expires_at > ${now}`
  return list ?? null
}

/**
 * Closes the list whose token is in the request's cookie. Returns a header that removes the cookie from the browser.
 */
export async function closeList(sql: Queryable, site: Site, request: Request): Promise<string> {
  const token = tokenIn(site, request)
  if (token !== undefined) await sql`delete from booking_lists where token_hash = ${hashToken(token)}`
  return listCookie(site, '', 0)
}

const isSecure = ({ site_url }: Site) => site_url.startsWith('https:')
/** Browsers accept a cookie whose name begins with `__Host-` only from this host and over https. */
const cookieName = (site: Site) => (isSecure(site) ? '__Host-bookings' : 'bookings')

function listCookie(site: Site, token: string, maxAge: number): string {
  return serialize(cookieName(site), token, {
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(site),
  })
}

function tokenIn(site: Site, request: Request): string | undefined {
  const name = cookieName(site)
  const token = parse(request.headers.get('Cookie') ?? '', name)[name]
  return isToken(token) ? token : undefined
}
