import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the page's data after each of these pauses in milliseconds, counted from each new `result`. */
export function useRefreshAfter(result: object | false | undefined, pauses: readonly number[]): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!result) return
    const timers = pauses.map((pause) => setTimeout(() => void revalidate(), pause))
    return () => timers.forEach(clearTimeout)
  }, [result, pauses, revalidate])
}
