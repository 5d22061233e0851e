import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import { becauseOf } from '../../../bookings/sessions/call-off.ts'
import { partiesSentence } from '../../../bookings/sessions/session.ts'
import type { OpenCallOff } from '../../../bookings/sessions/session.shapes.ts'
import { useMayUndo } from '../../../bookings/changes/components/undo-status.tsx'
import { formatTime } from '../../../platform/days.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { Toast } from '../../../ui/page/toast.tsx'

type Outcome = ActionResult & { over: boolean; about: string }

/** A call-off and its Undo share the fetcher with this key, so that the result of the Undo replaces that of the call-off. */
export const callOffKey = 'call off'

/** Lists the call-offs of a day. Each can be undone until the guests are emailed. After that, a dialog reopens the sessions. */
export function OpenAgain({ callOffs }: { callOffs: OpenCallOff[] }) {
  const fetcher = useFetcher<Outcome>({ key: callOffKey })
  const { asking, refused, ask, close } = useAsking<OpenCallOff, Outcome>(fetcher.data)
  // The refusal whose dialog staff closed. The dialog also opens if an Undo is refused because it would overbook.
  const [closed, setClosed] = useState<Outcome>()
  const { data } = fetcher
  const undone = data?.over && data !== closed ? callOffs.find(({ id }) => id === data.about) : undefined
  const shown = asking ?? undone ?? null
  const refusal = undone ? data : refused
  const end = () => {
    close()
    setClosed(data)
  }
  const emails = useSendsEmail()
  const busy = fetcher.state !== 'idle'
  return (
    <>
      {callOffs.map((callOff) => (
        <CalledOff key={callOff.id} callOff={callOff} fetcher={fetcher} onOpen={() => ask(callOff)} />
      ))}
      <Dialog open={shown !== null} onClose={end} title={shown ? `Open again: ${subjectOf(shown)}` : ''}>
        {shown && (
          <fetcher.Form method="post" className="stack">
            {refusal && <Notice tone={refusal.over ? 'wait' : 'bad'}>{refusal.message}</Notice>}
            <p>
              {shown.bookings === 0
                ? 'Nobody is waiting for an answer. Guests can book again.'
                : `${partiesSentence(shown)} ${shown.bookings === 1 ? 'has' : 'have'} not answered and will be expected again. ${emails ? 'We email the guests who may have read about the call-off' : 'No mail server is set up, so please tell them yourself'}. Guests whom no email reaches are on the list to call.`}
            </p>
            <p className="soft">Parties that have moved or cancelled since stay as they are.</p>
            <input type="hidden" name="reopen" value={shown.id} />
            {refusal?.over && <input type="hidden" name="overbook" value="on" />}
            <DialogButtons safe="Keep it called off" onClose={end} busy={busy && 'Opening …'}>
              {refusal?.over ? 'Overbook and open' : 'Open again'}
            </DialogButtons>
          </fetcher.Form>
        )}
      </Dialog>
      <Toast about={shown && data?.failed ? undefined : data} fetcherKey={callOffKey} />
    </>
  )
}

function CalledOff({
  callOff,
  fetcher,
  onOpen,
}: {
  callOff: OpenCallOff
  fetcher: FetcherWithComponents<Outcome>
  onOpen: () => void
}) {
  const mayUndo = useMayUndo(callOff.undo_seconds)
  const { id, bookings, reason, is_whole_day, start_times } = callOff
  const what = subjectOf(callOff)
  return (
    <div className="undo-status no-print space-below" role="status">
      <span>
        {what} {is_whole_day || start_times.length === 1 ? 'is' : 'are'} called off{becauseOf(reason)}.{' '}
        {bookings > 0 && `${partiesSentence(callOff)} ${bookings === 1 ? 'has' : 'have'} not answered yet.`}
      </span>
      {mayUndo ? (
        <fetcher.Form method="post">
          <Button small name="reopen" value={id} disabled={fetcher.state !== 'idle'}>
            Undo<span className="sr">: {what}</span>
          </Button>
        </fetcher.Form>
      ) : (
        <Button type="button" small onClick={onOpen}>
          Open again …<span className="sr"> {what}</span>
        </Button>
      )}
    </div>
  )
}

function subjectOf({ is_whole_day, start_times }: OpenCallOff): string {
  return is_whole_day ? 'The day' : start_times.map((time) => formatTime(time)).join(', ')
}
