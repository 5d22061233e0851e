import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** The worker asks within two seconds and waits five for the answer. */
const pauses = [3000, 6000, 10_000]

/** Reads the page again a few times after a calendar was asked. */
export function useLookAgain(asked: { is_asking: boolean } | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!asked?.is_asking) return
    const timers = pauses.map((pause) => setTimeout(() => void revalidate(), pause))
    return () => timers.forEach(clearTimeout)
  }, [asked, revalidate])
}
