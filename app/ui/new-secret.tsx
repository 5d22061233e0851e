import { useEffect, useRef } from 'react'

import { CopyButton } from './copy-button.tsx'
import { TextField } from './forms/field.tsx'
import { Notice } from './page/notice.tsx'

/** A new link or key, which is shown only once, with a button that copies it. */
export function NewSecret({ label, secret, hint }: { label: string; secret: string; hint: string }) {
  const field = useRef<HTMLInputElement>(null)
  // Also scrolls there: the form that made it may be elsewhere on the page.
  useEffect(() => field.current?.focus(), [])
  return (
    <Notice tone="good" role="status">
      <TextField
        label={label}
        ref={field}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={hint}
      />
      <CopyButton text={secret} of={label} />
    </Notice>
  )
}
