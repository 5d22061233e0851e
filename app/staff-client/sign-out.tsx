import { type ReactNode, useState } from 'react'

import { countOf } from '../platform/text/counts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/**
 * Returns a function that signs out, and its dialog. If unsent entries of the Today page are on this device, the dialog
 * asks first, because signing out deletes them. Render the dialog outside menus, which would hide it.
 */
export function useSignOut({
  signOut,
  countUnsent,
  onLeft,
}: {
  signOut: () => Promise<void>
  countUnsent: () => Promise<number>
  onLeft: () => void | Promise<void>
}): { isLeaving: boolean; leave: () => void; question: ReactNode } {
  const [isLeaving, setLeaving] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const leave = async () => {
    setUnsent(0)
    setLeaving(true)
    await signOut()
    await onLeft()
  }
  const ask = async () => {
    const count = await countUnsent()
    if (count === 0) await leave()
    else setUnsent(count)
  }
  const stay = () => setUnsent(0)
  const question = (
    <Dialog open={unsent > 0} onClose={stay} title={`${countOf(unsent, 'entry', 'entries')} not sent yet`}>
      <p>
        Today’s entries wait on this device for a connection. Logging out deletes them. Stay signed in, and
        they are sent.
      </p>
      <p className="row">
        <Button onClick={stay}>Stay signed in</Button>
        <Button variant="danger" onClick={() => void leave()}>
          Log out and delete them
        </Button>
      </p>
    </Dialog>
  )
  return { isLeaving, leave: () => void ask(), question }
}
