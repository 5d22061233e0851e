import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again after this many seconds, when the vineyard can no longer undo its change. */
export function useOutcomeAfter(seconds: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setTimeout(() => void revalidate(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, revalidate])
}

/** Says that the vineyard can still undo its cancellation, and loads the outcome when the time to undo is over. */
export default function BeingCancelled({
  vineyard,
  seconds,
  sendsEmail,
}: {
  vineyard: string
  seconds: number
  sendsEmail: boolean
}) {
  useOutcomeAfter(seconds)
  return (
    <>
      <p className="lede">
        {vineyard} is cancelling your booking. They can still undo this for up to half a minute.
      </p>
      <p>
        {sendsEmail
          ? 'We’ll email you the outcome. This page shows it too.'
          : 'Open this page again in a minute to see the outcome.'}
      </p>
    </>
  )
}
