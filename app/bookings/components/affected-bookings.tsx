import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sayMet } from '../exception.ts'
import { useSendsEmail } from '../../ui/sends-email.ts'

/** Bookings stand where something is to be closed: asks what becomes of them. */
export function AffectedBookings({
  met,
  busy,
  onChoice,
}: {
  met: { bookings: number; guests: number } | null
  busy: boolean
  /** null: do not close after all. */
  onChoice: (fate: 'keep' | 'cancel' | null) => void
}) {
  const emails = useSendsEmail()
  return (
    <Dialog
      open={met !== null}
      onClose={() => onChoice(null)}
      title={met ? `${sayMet(met)} stand there` : ''}
    >
      <p>
        Nothing new can be booked then in any case. You can keep the bookings, or cancel them
        {emails
          ? ' and email each guest.'
          : '; no mail server is set, so you would have to tell the guests yourself.'}
      </p>
      <div className="stack-sm">
        <Button type="button" wide disabled={busy} onClick={() => onChoice('keep')}>
          Close, and keep the bookings
        </Button>
        <Button type="button" wide variant="danger" disabled={busy} onClick={() => onChoice('cancel')}>
          {emails ? 'Close, cancel them and email the guests' : 'Close and cancel them'}
        </Button>
        <Button type="button" variant="text" onClick={() => onChoice(null)}>
          Do not close
        </Button>
      </div>
    </Dialog>
  )
}
