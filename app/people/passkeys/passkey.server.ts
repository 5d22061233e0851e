import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import { queueEmail } from '../../mail/queue-email.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type Caller, endFormerSession } from '../sign-in/known-caller.server.ts'
import { hashToken, makeToken } from '../sign-in/session.server.ts'

type Site = Pick<Config, 'site_url'>

/** The most passkeys that a visitor may have. */
export const maxPasskeys = 10
/** The number of minutes in which a device must sign a challenge. */
const challengeMinutes = 5
/** The algorithms Ed25519, ES256 and RS256. Every device supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257]

const binary = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/, 'must be base64url')
const credentialId = binary(1364).min(1)
/** The answer of a device that makes a passkey, in base64url. The names follow WebAuthn. */
export const newCredential = z.strictObject({
  id: credentialId,
  client_data: binary(4000),
  attestation: binary(20_000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, 'must name a transport')).max(10),
})
/** The answer of a device that signs in with a passkey. */
export const signedChallenge = z.strictObject({
  id: credentialId,
  client_data: binary(4000),
  authenticator_data: binary(4000),
  signature: binary(8000),
  user_handle: binary(100),
})

/** Returns the host and the origin that a device's answer must name. A passkey works only on this host. */
function relyingParty({ site_url }: Site) {
  const { hostname, origin } = new URL(site_url)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** Returns a visitor's passkeys, newest first, and whether the visitor may be asked to add one. */
export async function listPasskeys(sql: Queryable, user_id: string) {
  const items = await sql<{ id: string; name: string | null; created_at: Date; last_used_at: Date | null }[]>`
    select id, name, created_at, last_used_at from passkeys where user_id = ${user_id} order by created_at desc, id`
  const [user] = await sql<{ is_asked: boolean }[]>`
    select asked_about_passkeys_at is not null as is_asked from users where id = ${user_id}`
  return { items, may_ask: items.length === 0 && user?.is_asked === false }
}

/** Records that the visitor has answered the question about passkeys, so that it is not asked again. */
export async function noteAsked(sql: Queryable, user_id: string, now: Date): Promise<void> {
  await sql`update users set asked_about_passkeys_at = coalesce(asked_about_passkeys_at, ${now}) where id = ${user_id}`
}

/** Returns the options with which the browser makes a passkey. The visitor's earlier challenge stops working. */
export async function offerPasskey(sql: Queryable, { site_url }: Site, user_id: string, now: Date) {
  const [user] = await sql<{ email: string; credential_ids: Buffer[] }[]>`
    select email, array(select credential_id from passkeys where user_id = u.id) as credential_ids
    from users u where id = ${user_id}`
  if (!user) return null
  const challenge = await storeChallenge(sql, user_id, now)
  return generateRegistrationOptions({
    rpName: 'Chalk & Vine',
    supportedAlgorithmIDs,
    rpID: new URL(site_url).hostname,
    userID: Uint8Array.from(Buffer.from(user_id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    challenge,
    timeout: challengeMinutes * 60_000,
    excludeCredentials: user.credential_ids.map((id) => ({ id: id.toString('base64url') })),
    // With these options, the browser signs in without an email address, and asks for a face, a finger or the screen
    // lock.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns the options with which the browser signs in with any of its passkeys. */
export async function offerPasskeySignIn(sql: Queryable, { site_url }: Site, now: Date) {
  const challenge = await storeChallenge(sql, null, now)
  return generateAuthenticationOptions({
    rpID: new URL(site_url).hostname,
    challenge,
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
  })
}

async function storeChallenge(
  sql: Queryable,
  user_id: string | null,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32))
  const challenge_hash = hashToken(Buffer.from(challenge).toString('base64url'))
  const expires_at = new Date(now.getTime() + challengeMinutes * 60_000)
  await sql`
    insert into passkey_challenges ${sql({ challenge_hash, user_id, expires_at })}
    on conflict (user_id) do update set challenge_hash = excluded.challenge_hash, expires_at = excluded.expires_at`
  return challenge
}

/** Uses up the challenge that a device signed. Returns false if it is unknown, used, too old or somebody else's. */
async function takeChallenge(sql: Queryable, challenge: string, user_id: string | null, now: Date) {
  const taken = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(challenge)} and user_id is not distinct from ${user_id} and expires_at > ${now}
    returning challenge_hash`
  return taken.length > 0
}

/** Why a passkey is refused: its challenge, its signature or the number of passkeys. `known`: it was already added. */
type PasskeyRefusal = 'challenge' | 'signature' | 'many' | 'known'

/** Runs a check of the library, which throws an error for every flaw of an answer. */
async function checked<Verified extends { verified: boolean }>(
  sql: Queryable,
  owner: string | null,
  now: Date,
  verify: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<Verified>,
): Promise<Result<Verified, 'challenge' | 'signature'>> {
  let is_taken = false
  let lost: { error: unknown } | undefined
  try {
    const verified = await verify(async (challenge) => {
      is_taken = await takeChallenge(sql, challenge, owner, now).catch((error: unknown) => {
        lost = { error }
        throw error
      })
      return is_taken
    })
    if (verified.verified) return ok(verified)
  } catch {
    // An answer with any flaw is refused below.
  }
  // A lost database connection is not a flaw of the answer, so its error is thrown.
  if (lost) throw lost.error
  return refused(is_taken ? 'signature' : 'challenge')
}

/** Adds a passkey to a visitor's account and emails its owner. */
export async function addPasskey(
  sql: Sql,
  site: Site,
  user_id: string,
  { id, client_data, attestation, transports }: z.output<typeof newCredential>,
  name: string | null,
  now: Date,
): Promise<Result<{ id: string }, PasskeyRefusal>> {
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: client_data, attestationObject: attestation },
  } as const
  const verified = await checked(sql, user_id, now, (expectedChallenge) =>
    verifyRegistrationResponse({ response, expectedChallenge, supportedAlgorithmIDs, ...relyingParty(site) }),
  )
  if (!verified.ok) return verified
  const credential = verified.value.registrationInfo?.credential
  if (!credential) return refused('signature')
  return inTransaction(sql, async (transaction) => {
    // The first statement waits for the lock, so that the second one also counts a passkey added meanwhile.
    const [user] = await transaction<{ email: string }[]>`
      select email from users where id = ${user_id} for no key update`
    const [added] = await transaction<{ id: string | null; is_full: boolean }[]>`
      with counted as (
        select count(*) >= ${maxPasskeys} as is_full from passkeys where user_id = ${user_id}
      ), added as (
        insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        select ${user_id}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
          ${credential.counter}, ${transports}, ${name}, ${now}
        from counted where not is_full
        on conflict (credential_id) do nothing
        returning id
      )
      select (select id from added) as id, is_full from counted`
    if (!user || !added || added.is_full) return refused('many')
    if (added.id === null) return refused('known')
    await noteAsked(transaction, user_id, now)
    await tellOwner(transaction, user.email, { name, is_added: true }, now)
    return ok({ id: added.id })
  })
}

/** Removes a passkey of a visitor and emails its owner. Returns false if the visitor has no passkey with this id. */
export async function removePasskey(sql: Sql, user_id: string, id: string, now: Date): Promise<boolean> {
  return inTransaction(sql, async (transaction) => {
    const [removed] = await transaction<{ name: string | null; email: string }[]>`
      delete from passkeys k using users u
      where k.id = ${id} and k.user_id = ${user_id} and u.id = k.user_id
      returning k.name, u.email`
    if (removed) await tellOwner(transaction, removed.email, { name: removed.name, is_added: false }, now)
    return removed !== undefined
  })
}

function tellOwner(
  sql: Queryable,
  to_address: string,
  { name, is_added }: { name: string | null; is_added: boolean },
  now: Date,
) {
  const payload = { browser: name ?? 'an unknown browser', is_added }
  return queueEmail(sql, { email_type: 'passkey_changed', to_address, payload }, now)
}

/**
 * Signs a visitor in with a passkey. Refuses a counter that did not grow, because the passkey may be a copy.
 * Accepts a counter that stays 0, because many devices do not count sign-ins.
 */
export async function signInByPasskey(
  sql: Sql,
  site: Site,
  { id, client_data, authenticator_data, signature, user_handle }: z.output<typeof signedChallenge>,
  caller: Pick<Caller, 'browser' | 'former_token'>,
  now: Date,
): Promise<
  Result<{ session_token: string; user: { id: string; email: string } }, 'challenge' | 'signature'>
> {
  const [passkey] = await sql<{ id: string; user_id: string; public_key: Buffer; counter: string }[]>`
    select id, user_id, public_key, counter from passkeys where credential_id = ${Buffer.from(id, 'base64url')}`
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
  } as const
  // If there is no such passkey, an empty key is checked, so that the challenge is always used up.
  const publicKey = Uint8Array.from(passkey?.public_key ?? [])
  const credential = { id, publicKey, counter: Number(passkey?.counter ?? 0) }
  const verified = await checked(sql, null, now, (expectedChallenge) =>
    verifyAuthenticationResponse({ response, expectedChallenge, ...relyingParty(site), credential }),
  )
  if (!verified.ok) return verified
  const owner = passkey?.user_id.replaceAll('-', '')
  if (!passkey || Buffer.from(user_handle, 'base64url').toString('hex') !== owner) return refused('signature')
  const { newCounter } = verified.value.authenticationInfo
  const session_token = makeToken()
  // The passkey may have been removed or used since it was read.
  const [user] = await sql<{ id: string; email: string }[]>`
    with used as (
      update passkeys set counter = ${newCounter}, last_used_at = ${now}
      where id = ${passkey.id} and (counter < ${newCounter} or counter = 0 and ${newCounter} = 0)
      returning user_id
    ), opened as (
      insert into user_sessions (token_hash, user_id, browser, created_at, last_used_at)
      select ${hashToken(session_token)}, user_id, ${caller.browser}, ${now}, ${now} from used
      returning user_id
    )
    select u.id, u.email from users u join opened o on o.user_id = u.id`
  if (!user) return refused('signature')
  await endFormerSession(sql, caller, now)
  return ok({ session_token, user })
}
