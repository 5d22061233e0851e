import { useId } from 'react'

import { CopyButton } from './copy-button.tsx'
import './code-example.css'

/** A program to copy, with its file name. Long lines scroll. */
export function CodeExample({ name, code }: { name: string; code: string }) {
  const id = useId()
  return (
    <figure className="code-example">
      <figcaption className="between">
        <span id={id}>{name}</span>
        <CopyButton text={code} of={name} />
      </figcaption>
      {/* The text takes the focus, so that the keyboard can scroll it. Uses role="group": regions with the same name
          confuse screen readers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-labelledby={id}>
        <code>{code.trimEnd()}</code>
      </pre>
    </figure>
  )
}
