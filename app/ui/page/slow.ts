import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Milliseconds. For shorter waits a skeleton would only flicker. */
const patience = 150

/** True once `busy` has lasted longer than `after` milliseconds. */
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

/** The target of a slow navigation by a link or GET form, or null. POST forms do not count: their button shows progress. */
export function useSlowNavigation() {
  const { state, location, formMethod } = useNavigation()
  const going = state === 'loading' && (formMethod === undefined || formMethod === 'GET')
  return useSlow(going) && location ? location : null
}
