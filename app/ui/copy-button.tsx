import { useState } from 'react'

import { Button } from './button.tsx'
import { useHydrated } from './page/hydrated.ts'

/** A button that copies a text. It is hidden without JavaScript. `of` names the text for screen readers. */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const hydrated = useHydrated()
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(text))
  return (
    <Button
      type="button"
      small
      className={hydrated ? 'no-print' : 'no-print invisible'}
      onClick={() => void copy()}
    >
      {copied === text ? 'Copied' : 'Copy'}
      <span className="sr"> {of}</span>
    </Button>
  )
}
