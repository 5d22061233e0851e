import { type ReactNode, useState } from 'react'

import { countOf } from '../platform/text/counts.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/lists/empty.tsx'
import { type EntryCounts, noEntries } from './winemaker-session.ts'

/**
 * Returns a function that signs out, and its dialog. If drafts, or unsent or refused entries of the Today page, are on this
 * device, the dialog asks first, because signing out deletes them. Render the dialog outside menus, which would hide it.
 */
export function useSignOut({
  signOut,
  countEntries,
  onLeft,
}: {
  /** Returns whether the sign-in has also ended on the server. */
  signOut: () => Promise<boolean>
  countEntries: () => Promise<EntryCounts>
  onLeft: (isEnded: boolean) => void | Promise<void>
}): { isLeaving: boolean; leave: () => void; question: ReactNode } {
  const [isLeaving, setLeaving] = useState(false)
  const [{ unsent, refused, drafts }, setEntries] = useState(noEntries)
  const leave = async () => {
    setEntries(noEntries)
    setLeaving(true)
    await onLeft(await signOut())
  }
  const ask = async () => {
    const entries = await countEntries()
    if (entries.unsent + entries.refused + entries.drafts === 0) await leave()
    else setEntries(entries)
  }
  const stay = () => setEntries(noEntries)
  const question = (
    <Dialog
      open={unsent + refused + drafts > 0}
      onClose={stay}
      title={
        unsent > 0
          ? `${countOf(unsent, 'entry', 'entries')} not sent yet`
          : refused > 0
            ? `${countOf(refused, 'entry', 'entries')} not recorded`
            : `${countOf(drafts, 'form')} not saved`
      }
    >
      {unsent > 0 && (
        <p>
          Today’s entries wait on this device for a connection. Logging out deletes them. Stay signed in, and
          they are sent.
        </p>
      )}
      {refused > 0 && (
        <p>
          {countOf(refused, 'entry', 'entries')} could not be recorded. Open Today to decide what to do.
          Logging out deletes {refused === 1 ? 'it' : 'them'}.
        </p>
      )}
      {drafts > 0 && (
        <p>
          What you typed in {countOf(drafts, 'form')}, perhaps in another tab, isn’t saved. Logging out
          deletes it.
        </p>
      )}
      <p className="row">
        <Button onClick={stay}>Stay signed in</Button>
        <Button variant="danger" onClick={() => void leave()}>
          Log out and delete {unsent + refused + drafts === 1 ? 'it' : 'them'}
        </Button>
      </p>
    </Dialog>
  )
  return { isLeaving, leave: () => void ask(), question }
}

/** Replaces a staff page after the person has signed out without a connection, because the login could not be loaded. */
export function SignedOut({ to, children, level }: { to: string; children: ReactNode; level: 'h1' | 'h2' }) {
  return (
    <Empty
      title="You’re signed out"
      level={level}
      action={
        <ButtonAnchor variant="primary" href={to}>
          Sign in
        </ButtonAnchor>
      }
    >
      {children}
    </Empty>
  )
}
