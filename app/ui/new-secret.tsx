import { useState } from 'react'

import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { Notice } from './notice.tsx'

/** A new link or key, which is shown only once, with a button that copies it. */
export function NewSecret({ label, secret, hint }: { label: string; secret: string; hint: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <Notice tone="good" role="status">
      <TextField
        label={label}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={hint}
      />
      <Button type="button" small onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Notice>
  )
}
