import { useEffect } from 'react'

/** In milliseconds: by then a page shows that it is busy. */
const samePress = 300

/** Takes a double click, or a key held down, for the one press that it was meant as: a form is not sent twice by it. */
export function useOnePress(): void {
  useEffect(() => {
    let last: { form: EventTarget | null; by: HTMLElement | null; at: number } | undefined
    const once = (event: SubmitEvent) => {
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
    window.addEventListener('submit', once, { capture: true })
    window.addEventListener('input', anew, { capture: true })
    return () => {
      window.removeEventListener('submit', once, { capture: true })
      window.removeEventListener('input', anew, { capture: true })
    }
  }, [])
}
