import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sayMet } from './exception.ts'

/** Bookings stand where something is to be closed: asks what becomes of them. */
export function BookingsFate({
  met,
  busy,
  onChoice,
}: {
  met: { bookings: number; guests: number } | null
  busy: boolean
  /** null: do not close after all. */
  onChoice: (fate: 'keep' | 'cancel' | null) => void
}) {
  return (
    <Dialog
      open={met !== null}
      onClose={() => onChoice(null)}
      title={met ? `${sayMet(met)} stand there` : ''}
    >
      <p>
        Nothing new can be booked then in any case. Those who have booked can still come, or each is cancelled
        and written to.
      </p>
      <div className="stack-sm">
        <Button type="button" wide disabled={busy} onClick={() => onChoice('keep')}>
          Close, and keep the bookings
        </Button>
        <Button type="button" wide look="danger" disabled={busy} onClick={() => onChoice('cancel')}>
          Close, cancel them and write to the guests
        </Button>
        <Button type="button" look="text" onClick={() => onChoice(null)}>
          Do not close
        </Button>
      </div>
    </Dialog>
  )
}
