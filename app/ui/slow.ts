import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Shorter than this nobody sees a wait, and a skeleton would only flicker. In milliseconds. */
const patience = 150

/** True once something has gone on for longer than `after` milliseconds; false again as soon as it ends. */
export function useSlow(busy: boolean, after = patience): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), after)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy, after])
  return busy && slow
}

/**
 * Where a slow client navigation is going, by a link or a GET form; null while nothing is slow. Sending a form is not
 * counted: its page stays, and its button says what happens.
 */
export function useSlowNavigation() {
  const { state, location, formMethod } = useNavigation()
  const going = state === 'loading' && (formMethod === undefined || formMethod === 'GET')
  return useSlow(going) && location ? location : null
}
