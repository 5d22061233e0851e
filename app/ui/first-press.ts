const presses = ['pointerdown', 'keydown'] as const

/** Does something once somebody first presses anything: what nobody needs before need not be fetched before. Answers how to call it off. */
export function atFirstPress(act: () => unknown): () => void {
  const off = new AbortController()
  for (const press of presses)
    addEventListener(
      press,
      () => {
        off.abort()
        act()
      },
      { capture: true, passive: true, signal: off.signal },
    )
  return () => off.abort()
}
