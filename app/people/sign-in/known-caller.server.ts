import { createHash } from 'node:crypto'
import type { Context } from 'hono'

import { clientAddressOf } from '../../platform/http/client-address.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { browserTokenHeaderName, formerSessionHeaderName } from '../../staff-client/sign-in-headers.ts'
import { hashToken, isToken } from './session.server.ts'

/** Where a sign-in comes from. `browser` is the name that the list of sign-ins shows. */
export type Caller = {
  address: string
  browser: string | null
  browser_token?: string | null
  /** The token of this browser's former sign-in, which the new sign-in replaces. */
  former_token?: string | null
}

/** The sentence about the `Former-Session` header in the OpenAPI document. */
export const formerSessionRule = 'The sign-in whose token is in the `Former-Session` header ends.'

type StaffRole = 'winemaker' | 'admin'

/** How a caller who signed in before was recognised. */
type KnownBy = 'browser' | 'address'

export function callerOf(c: Context, { trusted_proxies }: Pick<Config, 'trusted_proxies'>): Caller {
  const [token, former] = [c.req.header(browserTokenHeaderName), c.req.header(formerSessionHeaderName)]
  return {
    address: clientAddressOf(c, trusted_proxies),
    browser: browserName(c.req.header('User-Agent')),
    browser_token: isToken(token) ? token : null,
    former_token: isToken(former) ? former : null,
  }
}

/**
 * Returns `browser` if this browser has signed in to the account before, otherwise `address` if this address has, or null.
 */
export async function findKnownCaller(
  sql: Queryable,
  role: StaffRole,
  email: string,
  caller: Caller,
): Promise<KnownBy | null> {
  const hashes = hashesOf(role, email, caller).map(({ hash }) => hash.toString('hex'))
  const known = await sql<{ kind: KnownBy }[]>`
    select kind from known_callers
    where caller_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
    order by kind desc
    limit 1`
  return known[0]?.kind ?? null
}

/** Remembers the address and the browser after a successful sign-in. */
export async function rememberCaller(
  sql: Queryable,
  role: StaffRole,
  email: string,
  caller: Caller,
  now: Date,
): Promise<void> {
  const owner = role === 'winemaker' ? 'winemaker_id' : 'admin_id'
  const [account] = await sql<{ id: string }[]>`
    select id from ${sql(`${role}s`)} where lower(email) = lower(${email}) and is_active`
  if (!account) return
  const rows = hashesOf(role, email, caller).map(({ kind, hash }) => ({
    caller_hash: hash,
    kind,
    [owner]: account.id,
    last_used_at: now,
  }))
  await sql`
    insert into known_callers ${sql(rows)}
    on conflict (caller_hash) do update set last_used_at = greatest(known_callers.last_used_at, excluded.last_used_at)`
}

/** Ends the former sign-in of a browser that signs in again. */
export async function endFormerSession(
  sql: Queryable,
  { former_token }: Pick<Caller, 'former_token'>,
  now: Date,
): Promise<void> {
  if (former_token) await sql`select end_session_of_token(${hashToken(former_token)}, ${now})`
}

function hashesOf(role: StaffRole, email: string, { address, browser_token }: Caller) {
  const hash = (kind: KnownBy, value: string) => ({
    kind,
    hash: createHash('sha256').update(`${role} ${email.toLowerCase()} ${kind} ${value}`).digest(),
  })
  return [hash('address', address), ...(browser_token ? [hash('browser', browser_token)] : [])]
}

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a name such as 'Firefox on Windows', or null if unknown. The rest of the user agent is not stored. */
function browserName(userAgent: string | undefined): string | null {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (!browser) return system ?? null
  return system ? `${browser} on ${system}` : browser
}
