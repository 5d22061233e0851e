import { useEffect, useRef } from 'react'

import { CopyButton } from './copy-button.tsx'
import { TextField } from './forms/field.tsx'
import { Notice } from './page/notice.tsx'

/** A new link or key, which is shown only once, with a button that copies it. */
export function NewSecret({ label, secret, hint }: { label: string; secret: string; hint: string }) {
  const field = useRef<HTMLInputElement>(null)
  // Focusing also scrolls to the field: the form that created the secret may be elsewhere on the page.
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
