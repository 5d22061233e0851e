import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

/** A feed's address, the one time that it is told. */
export function NewAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <Notice tone="good" role="status">
      <TextField
        label="The new address"
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint="Give it to the other calendar now: it is not shown again. Whoever knows it reads these bookings."
      />
      <Button type="button" small onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Notice>
  )
}
