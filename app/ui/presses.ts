import { useLayoutEffect } from 'react'

const presses = ['pointerdown', 'keydown'] as const

/** Calls `act` at the first key or pointer press, so that its code loads only then. Returns a function that cancels this. */
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

/** Milliseconds. By then the page shows that it is busy. */
const samePress = 300

/** Ignores the second submit of a double click or a held key. */
export function useOnePress(): void {
  useLayoutEffect(() => takeForOne(window), [])
}

/** Stops repeated submits below `ground`. Returns a function that removes its listeners. */
export function takeForOne(ground: EventTarget): () => void {
  let last: { form: EventTarget | null; by: unknown; at: number } | undefined
  const once = (event: Event & { submitter?: unknown }) => {
    const { target: form, submitter: by, timeStamp: at } = event
    const isSame = last?.form === form && last.by === by && at - last.at < samePress
    last = { form, by, at }
    if (!isSame) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Typing in between makes the next submit intended.
  const anew = () => {
    last = undefined
  }
  ground.addEventListener('submit', once, { capture: true })
  ground.addEventListener('input', anew, { capture: true })
  return () => {
    ground.removeEventListener('submit', once, { capture: true })
    ground.removeEventListener('input', anew, { capture: true })
  }
}
