import { CopyButton } from './copy-button.tsx'
import { TextField } from './field.tsx'
import { Notice } from './notice.tsx'

/** A new link or key, which is shown only once, with a button that copies it. */
export function NewSecret({ label, secret, hint }: { label: string; secret: string; hint: string }) {
  return (
    <Notice tone="good" role="status">
      <TextField
        label={label}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={hint}
      />
      <CopyButton text={secret} of={label} />
    </Notice>
  )
}
