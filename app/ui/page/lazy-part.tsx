import { type ComponentType, lazy, memo, Suspense, useState } from 'react'

import { useHydrated } from './hydrated.ts'

/**
 * Returns a part of a page whose code loads after the page is hydrated. Until then, or if loading fails, the part works as it
 * does without scripts. After a client navigation, the page waits for the code, so nothing jumps; if the code does not
 * load, a sentence replaces the part. The part's style sheets belong to the route.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy<ComponentType<Props>>(() => load().catch(() => ({ default: MissingPart })))
  const Loaded = lazy(() => load().catch(() => new Promise<never>(() => {})))
  // A render with other props would replace the server's HTML, and the visitor would lose typed text.
  const FromServer = memo(function FromServer(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  })
  return function LazyPart(props: Props) {
    const isHydrated = useHydrated()
    const [isFromServer] = useState(!isHydrated)
    return isFromServer ? <FromServer {...props} /> : <Part {...props} />
  }
}

function MissingPart() {
  return <p role="alert">Part of this page is missing. Please reload.</p>
}

const presses = ['pointerdown', 'keydown'] as const

/** Calls `act` at the first key or pointer press, so that code loads only then. Returns a function that cancels the call. */
export function atFirstPress(act: () => unknown): () => void {
  const cancel = new AbortController()
  for (const press of presses)
    addEventListener(
      press,
      () => {
        cancel.abort()
        act()
      },
      { capture: true, passive: true, signal: cancel.signal },
    )
  return () => cancel.abort()
}
