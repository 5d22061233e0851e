import { dueSentence } from '../payment.ts'

/** Says how much staff have to give back if they cancel. Shows nothing if nobody paid. */
export function ToRefund({ paid }: { paid: number }) {
  if (paid <= 0) return null
  return (
    <p>
      <strong className="num">{dueSentence(-paid)}</strong> if you cancel.
    </p>
  )
}
