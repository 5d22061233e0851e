import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Milliseconds until a skeleton is shown. In a shorter wait, it would only flicker. */
const patience = 150

/** Returns true once `busy` has lasted so long that a skeleton is shown. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return busy && slow
}

/** Returns the target of a slow navigation by a link or GET form, or null. The button of a POST form shows its own progress. */
export function useSlowNavigation() {
  const { state, location, formMethod } = useNavigation()
  const going = state === 'loading' && (formMethod === undefined || formMethod === 'GET')
  return useSlow(going) && location ? location : null
}
