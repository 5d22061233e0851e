import { useLayoutEffect } from 'react'

/** Milliseconds in which a second press counts as the same press. After that, the page shows that it is busy. */
const samePress = 300

/** Ignores the second submit of a double click or a held key. */
export function useOnePress(): void {
  useLayoutEffect(() => ignoreRepeatedSubmits(window), [])
}

/** Stops repeated submits below `target`. Returns a function that removes its listeners. */
export function ignoreRepeatedSubmits(target: EventTarget): () => void {
  let last: { form: EventTarget | null; by: unknown; at: number } | undefined
  const once = (event: Event & { submitter?: unknown }) => {
    const { target: form, submitter: by, timeStamp: at } = event
    const isRepeated = last?.form === form && last.by === by && at - last.at < samePress
    last = { form, by, at }
    if (!isRepeated) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // After typing, a second submit is intended.
  const forget = () => {
    last = undefined
  }
  const stopping = new AbortController()
  const options = { capture: true, signal: stopping.signal }
  target.addEventListener('submit', once, options)
  target.addEventListener('input', forget, options)
  return () => stopping.abort()
}
