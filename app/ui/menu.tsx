import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * What a word opens: it opens and closes without script; with one it also closes on Escape, back to its word, on a press
 * elsewhere, when the focus leaves it and when the page changes.
 */
export function Menu({
  summary: word,
  className,
  children,
}: {
  summary: ReactNode
  className?: string
  children: ReactNode
}) {
  const { key } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const close = () => {
    if (details.current) details.current.open = false
  }

  // Not when it comes to life: somebody may have opened it before.
  const last = useRef(key)
  useLayoutEffect(() => {
    if (last.current !== key) close()
    last.current = key
  }, [key])

  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  })

  return (
    <details
      className={className}
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        close()
        summary.current?.focus()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !details.current?.contains(event.relatedTarget)) close()
      }}
    >
      <summary ref={summary}>{word}</summary>
      <ul>{children}</ul>
    </details>
  )
}
