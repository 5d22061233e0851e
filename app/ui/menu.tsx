import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu that works without JavaScript. With JavaScript, the menu also closes on Escape, on a press elsewhere, on blur and on
 * navigation.
 */
export function Menu({
  summary: label,
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

  // The first render does not close the menu: somebody may have opened it before hydration.
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
      <summary ref={summary}>{label}</summary>
      <ul>{children}</ul>
    </details>
  )
}
