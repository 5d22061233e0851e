import { useLayoutEffect } from 'react'

/** In milliseconds: by then a page shows that it is busy. */
const samePress = 300

/** Takes a double click, or a key held down, for the one press that it was meant as: a form is not sent twice by it. */
export function useOnePress(): void {
  useLayoutEffect(() => takeForOne(window), [])
}

/** Stops whatever is sent twice by one press on its way through `ground`. Answers how to leave it alone again. */
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
  // Whoever typed in between means another sending.
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
