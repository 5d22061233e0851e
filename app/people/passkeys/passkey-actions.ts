import { ok, type Result, refused } from '../../platform/result.ts'
import { type CallProblem, problemSentence } from '../../staff-client/call.ts'
import { passkeySentences } from '../../staff-client/sign-in-sentences.ts'
import { askPasskeySignIn, callAsVisitor, keepPasskeySignIn } from '../../staff-client/visitor-session.ts'

/** A passkey as its owner sees it. */
export type Passkey = { id: string; name: string | null; created_at: string; last_used_at: string | null }
export type OwnPasskeys = { items: Passkey[]; may_ask: boolean }

/** Loads the library for passkeys. Called only when somebody presses a button. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Returns whether this device can check a face, a fingerprint or a screen lock for this site. */
export async function canUsePasskeys(): Promise<boolean> {
  // Passkeys belong to a host name, so a site at an IP address cannot have any.
  if (/^[\d.]+$|:/.test(location.hostname)) return false
  const check = globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable
  return check ? await check.call(PublicKeyCredential).catch(() => false) : false
}

export const findOwnPasskeys = () => callAsVisitor<OwnPasskeys>('passkeys')

/** Records that the visitor does not want to be asked about passkeys again. */
export const declinePasskey = () => callAsVisitor<null>('passkeys/asked', { method: 'POST' })

export const removeOwnPasskey = (id: string) => callAsVisitor<null>(`passkeys/${id}`, { method: 'DELETE' })

/** Makes a passkey on this device and adds it to the account, or returns the sentence of a refusal. */
export async function makePasskey(): Promise<Result<null, string>> {
  const { startRegistration } = await loadLibrary()
  const offer = await callAsVisitor<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    'passkeys/offer',
    {
      method: 'POST',
    },
  )
  if (!offer.ok) return refused(problemSentence(offer.problem))
  const made = await startRegistration({ optionsJSON: offer.value }).catch(({ name }: Error) => name)
  if (typeof made === 'string')
    return refused(
      made === 'InvalidStateError' ? 'This device already has a passkey.' : passkeySentences.cancelled,
    )
  const { clientDataJSON: client_data, attestationObject: attestation, transports = [] } = made.response
  const added = await callAsVisitor('passkeys', {
    method: 'POST',
    body: { id: made.id, client_data, attestation, transports },
  })
  return sentenceOf(added)
}

/** Signs in with a passkey of this device, or returns the sentence of a refusal. */
export async function signInWithPasskey(): Promise<Result<null, string>> {
  const { startAuthentication } = await loadLibrary()
  const offer = await askPasskeySignIn<Parameters<typeof startAuthentication>[0]['optionsJSON']>()
  if (!offer.ok) return refused(problemSentence(offer.problem))
  const signed = await startAuthentication({ optionsJSON: offer.value }).catch(() => null)
  if (signed === null) return refused(passkeySentences.cancelled)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = signed.response
  return sentenceOf(
    await keepPasskeySignIn({
      id: signed.id,
      client_data: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      user_handle: userHandle,
    }),
  )
}

function sentenceOf(result: Result<unknown, CallProblem>): Result<null, string> {
  return result.ok ? ok(null) : refused(problemSentence(result.problem))
}
