import { useState } from 'react'
import { useFetcher } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { Toast } from '../../../ui/page/toast.tsx'
import { type Cancellation, cancellationOf } from '../../changes/cancellation-reason.ts'
import {
  actionFields,
  type AffectedCounts,
  callSentence,
  type ClosureAction,
  type ClosureOutcome,
  formatAffected,
  formatExceptionDays,
  type ListedException,
} from '../closure-actions.tsx'
import { ToRefund } from '../../payments/components/to-refund.tsx'
import { CancellationFields } from '../../changes/components/cancellation-fields.tsx'
import { useMayUndo } from '../../changes/components/undo-status.tsx'

/**
 * Lets staff add, remove and undo closures with the fetcher `key`, which Undo in the toast uses, too. `question` asks whether to
 * keep or cancel the bookings that a closure affects, and shows the result. `undoButtons` undo the closures that can be undone.
 */
export function useClosures(key: string, closures: ListedException[]) {
  const fetcher = useFetcher<ClosureOutcome>({ key })
  const busy = fetcher.state !== 'idle'
  const outcome = busy ? undefined : fetcher.data
  const [answered, setAnswered] = useState<ClosureOutcome>()
  const affected = outcome === answered ? null : (outcome?.affected ?? null)
  const act = (action: ClosureAction) => void fetcher.submit(actionFields(action), { method: 'post' })
  const choose = (choice: AffectedChoice | null) =>
    choice && outcome?.draft
      ? act({ intent: 'close', exception: outcome.draft, ...choice })
      : setAnswered(outcome)
  const question = (
    <>
      <Dialog
        open={affected !== null}
        onClose={() => setAnswered(outcome)}
        title={
          affected &&
          `${(affected.bookings || affected.held) === 1 ? 'There is' : 'There are'} ${formatAffected(affected)} at that time`
        }
      >
        {affected && <AffectedQuestion affected={affected} busy={busy} onChoice={choose} />}
      </Dialog>
      <Toast about={fetcher.data} isShownByPage={fetcher.data?.message === ''} fetcherKey={key} />
    </>
  )
  const undoButtons = closures
    .filter(({ undo }) => undo)
    .map((closure) => (
      <UndoClosure
        key={closure.id}
        closure={closure}
        busy={busy}
        onUndo={() => act({ intent: 'undo', exception: closure })}
      />
    ))
  return { act, busy, outcome: fetcher.data, question, undoButtons }
}

type AffectedChoice = { bookings: 'keep' | 'cancel'; cancellation?: Cancellation }

function AffectedQuestion({
  affected: { bookings, without_email = 0, paid = 0 },
  busy,
  onChoice,
}: {
  affected: AffectedCounts
  busy: boolean
  onChoice: (choice: AffectedChoice | null) => void
}) {
  const emails = useSendsEmail()
  const [cancelling, setCancelling] = useState(false)
  const backButton = (
    <Button type="button" variant={cancelling ? 'line' : 'text'} onClick={() => onChoice(null)}>
      Do not close
    </Button>
  )
  if (cancelling)
    return (
      <Form
        as="form"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onChoice({ bookings: 'cancel', ...cancellationOf(new FormData(event.currentTarget)) })
        }}
      >
        <p>
          {emails
            ? 'You can undo this for 30 seconds. Then we email each guest.'
            : 'No mail server is set up, so you would have to tell the guests yourself.'}
          {callSentence({ bookings, without_email })}
        </p>
        <ToRefund paid={paid} />
        <CancellationFields subject="session" emailsGuests={without_email < bookings} />
        <div className="row">
          {backButton}
          <Button variant="danger" disabled={busy}>
            {busy ? 'Closing …' : 'Close and cancel the bookings'}
          </Button>
        </div>
      </Form>
    )
  if (bookings === 0)
    return (
      <>
        <p>Closing stops new bookings. The places stay held, and you can still book them.</p>
        <div className="stack-sm">
          <Button type="button" wide disabled={busy} onClick={() => onChoice({ bookings: 'keep' })}>
            {busy ? 'Closing …' : 'Close'}
          </Button>
          {backButton}
        </div>
      </>
    )
  return (
    <>
      <p>
        Closing stops new bookings in either case. You can keep these bookings, or cancel them
        {emails
          ? ' and email each guest.'
          : '; no mail server is set up, so you would have to tell the guests yourself.'}
        {callSentence({ bookings, without_email })}
      </p>
      <ToRefund paid={paid} />
      <div className="stack-sm">
        <Button type="button" wide disabled={busy} onClick={() => onChoice({ bookings: 'keep' })}>
          Close and keep the bookings
        </Button>
        <Button type="button" wide variant="danger" disabled={busy} onClick={() => setCancelling(true)}>
          Cancel the bookings …
        </Button>
        {backButton}
      </div>
    </>
  )
}

function UndoClosure({
  closure,
  busy,
  onUndo,
}: {
  closure: ListedException
  busy: boolean
  onUndo: () => void
}) {
  const { bookings, seconds } = closure.undo ?? { bookings: 0, seconds: null }
  if (!useMayUndo(seconds)) return null
  const when = formatExceptionDays(closure)
  return (
    <p className="undo-status" role="status">
      <span>
        {when} was closed a moment ago, and {countOf(bookings, 'booking')} {bookings === 1 ? 'was' : 'were'}{' '}
        cancelled.
      </span>
      <Button type="button" small disabled={busy} onClick={onUndo}>
        Undo<span className="sr"> the closure of {when}</span>
      </Button>
    </p>
  )
}
