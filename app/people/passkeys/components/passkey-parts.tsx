import { useEffect, useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { problemSentence } from '../../../staff-client/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { Part } from '../../accounts/components/account-parts.tsx'
import {
  canUsePasskeys,
  declinePasskey,
  makePasskey,
  type Passkey,
  removeOwnPasskey,
} from '../passkey-actions.ts'

/** Returns whether this device can use passkeys. Returns null until the device has answered. */
export function useCanUsePasskeys(): boolean | null {
  const [can, setCan] = useState<boolean | null>(null)
  useEffect(() => void canUsePasskeys().then(setCan), [])
  return can
}

/** Returns `run`, which runs an action. `busy`: an action is running. `problem`: the sentence of the last refusal. */
export function usePasskeyAction() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (act: () => Promise<{ ok: true } | { ok: false; problem: string }>, then: () => void) => {
    setBusy(true)
    setProblem(undefined)
    const result = await act()
    setBusy(false)
    if (result.ok) then()
    else setProblem(result.problem)
  }
  return { busy, problem, run }
}

/** Asks a visitor who has just signed in by email whether to add a passkey. Asks after each sign-in until an answer is stored. */
export function PasskeyQuestion({ onDone }: { onDone: () => void }) {
  const { busy, problem, run } = usePasskeyAction()
  return (
    <div className="stack">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p>
        With a passkey on your device, you need no emailed link to sign in. Your face and your fingerprint are
        never sent to us.
      </p>
      <Button
        type="button"
        variant="primary"
        wide
        disabled={busy}
        onClick={() => void run(makePasskey, onDone)}
      >
        Yes, add a passkey
      </Button>
      <Button
        type="button"
        wide
        disabled={busy}
        // If the request fails, the visitor is asked again at the next sign-in.
        onClick={() => void declinePasskey().then(onDone)}
      >
        Not now
      </Button>
    </div>
  )
}

/** Lists the passkeys of a visitor's account. */
export function PasskeysPart({ passkeys, mayAdd }: { passkeys: Passkey[]; mayAdd: boolean }) {
  const can = useCanUsePasskeys()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = usePasskeyAction()
  const [done, setDone] = useState<string>()
  const finish = (sentence: string) => () => {
    setDone(sentence)
    void revalidate()
  }
  const remove = async (id: string) => {
    const removed = await removeOwnPasskey(id)
    return removed.ok ? removed : { ok: false as const, problem: problemSentence(removed.problem) }
  }
  const message = problem ?? done
  return (
    <Part title="Passkeys" result={undefined}>
      {message && (
        <Notice tone={problem ? 'bad' : 'good'} role={problem ? 'alert' : 'status'}>
          {message}
        </Notice>
      )}
      <p>
        With a passkey you sign in with your face, your finger or your screen lock instead of an emailed link.
      </p>
      {passkeys.length > 0 && (
        <ul className="plain">
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id} className="session-row">
              <p>
                <strong>{name ?? 'Unknown browser'}</strong>
                <br />
                <span className="soft small">
                  {last_used_at ? `Last used ${formatMoment(last_used_at)}` : 'Not used yet'}, added{' '}
                  {formatMoment(created_at)}
                </span>
              </p>
              <Button
                type="button"
                small
                variant="danger"
                disabled={busy}
                onClick={() => void run(() => remove(id), finish('The passkey has been removed.'))}
              >
                Remove<span className="sr"> the passkey of {name ?? 'an unknown browser'}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {can &&
        (mayAdd ? (
          <p className="space-above">
            <Button
              type="button"
              disabled={busy}
              onClick={() => void run(makePasskey, finish('The passkey has been added.'))}
            >
              Add a passkey
            </Button>
          </p>
        ) : (
          <p className="soft">
            To add a passkey, <Link to={href('/sign-in')}>sign in again</Link> first.
          </p>
        ))}
      {can === false && <p className="soft">This device or browser cannot use passkeys.</p>}
    </Part>
  )
}
