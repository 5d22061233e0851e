import { type FormEvent, useEffect, useRef, useState } from 'react'

import { resultOf } from '../../../staff-client/call.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import type { checkInApi } from '../../attendance.api.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatDay, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { PartyNotes } from '../../notes/components/party-notes.tsx'
import { isExpected, readReference, timeInLondon, type TodayParty } from '../today.ts'
import type { TodayStore } from '../today-store.ts'
import { PartyMarks } from './party-row.tsx'

/** The result of reading a code: the reference of a party of today, or a sentence that says what the code is for. */
type Answer = { reference: string } | { sentence: string }

/** Reads the QR code of a booking with the camera, or a typed reference, and shows the party or says what the code is for. */
export function CodeDialog({
  parties,
  store,
  isOnline,
  onClose,
}: {
  parties: TodayParty[]
  store: TodayStore
  isOnline: boolean
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const party =
    answer && 'reference' in answer ? parties.find((each) => each.reference === answer.reference) : undefined
  const check = async (text: string) => {
    const reference = readReference(text)
    if (reference === null)
      return setAnswer({ sentence: 'This code does not belong to any of our bookings.' })
    const isListed = () => store.state.parties.some((each) => each.reference === reference)
    if (isListed()) return setAnswer({ reference })
    const sentence = await sentenceFor(reference, isOnline)
    if (sentence === null) await store.sync()
    setAnswer(isListed() ? { reference } : { sentence: sentence ?? madeJustNow })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void check(String(new FormData(event.currentTarget).get('reference')))
  }
  return (
    <Dialog open onClose={onClose} title="Scan a code" variant="sheet">
      <div className="sheet-body stack">
        {party && <PartyAnswer party={party} store={store} />}
        {answer && 'sentence' in answer && (
          <Notice tone="bad">
            <strong>{answer.sentence}</strong>
          </Notice>
        )}
        {answer ? (
          <Button icon="scan" onClick={() => setAnswer(null)}>
            Scan the next code
          </Button>
        ) : (
          <Camera onRead={(text) => void check(text)} />
        )}
        <form className="today-type" onSubmit={onSubmit}>
          <TextField
            label="Or type the reference"
            name="reference"
            placeholder="CV-7K3M-2Q"
            autoComplete="off"
            autoCapitalize="characters"
            required
          />
          <Button>Check</Button>
        </form>
      </div>
      <p className="sheet-foot">
        <Button onClick={onClose}>Close</Button>
      </p>
    </Dialog>
  )
}

function PartyAnswer({ party, store }: { party: TodayParty; store: TodayStore }) {
  const { guest_name, number_of_guests, attendance, marked_at, status, start_time } = party
  // The attendance when the code was read. Staff at the gate may record attendance afterwards.
  const [before] = useState({ attendance, marked_at })
  const isCancelled = !isExpected(party)
  return (
    <div className="today-answer" role="status">
      {isCancelled && (
        <Notice tone="bad">
          <strong>
            {status === 'cancelled'
              ? 'This booking is cancelled, so it has no places.'
              : 'This session is called off.'}
          </strong>
        </Notice>
      )}
      {!isCancelled && before.attendance === 'arrived' && (
        <Notice tone="wait" icon="alert">
          <strong>
            This party has already arrived{before.marked_at && `, at ${timeInLondon(before.marked_at)}`}.
          </strong>
        </Notice>
      )}
      <h3>{guest_name}</h3>
      <p>
        <strong>{countOf(number_of_guests, 'guest')}</strong>
        {start_time && `, ${formatTime(start_time)}`}
      </p>
      <PartyNotes party={party} />
      <PartyMarks party={party} store={store} now={store.now()} />
    </div>
  )
}

const madeJustNow = 'This booking was made a moment ago. It appears in the list shortly.'

/** Returns why a code belongs to no party of today, or null if the party comes today but is not in the list yet. */
async function sentenceFor(reference: string, isOnline: boolean): Promise<string | null> {
  const { codes } = apiFor<typeof checkInApi>('winemaker', '/api/today')
  const asked = isOnline ? await resultOf(codes[':reference'].$get({ param: { reference } })) : undefined
  if (!asked?.ok)
    return `${reference} is not one of today’s parties. Without a connection we can’t check other days.`
  const { kind, booking_date } = asked.value
  switch (kind) {
    case 'other_day':
      return `This booking is for another day: ${formatDay(booking_date ?? '')}.`
    case 'cancelled':
      return `This booking${booking_date ? ` for ${formatDay(booking_date)}` : ''} is cancelled.`
    case 'called_off':
      return `The session of this booking${booking_date ? ` on ${formatDay(booking_date)}` : ''} is called off.`
    case 'other_vineyard':
      return 'This booking is for another vineyard.'
    case 'unknown':
      return `There is no booking with the reference ${reference}.`
    case 'today':
      return null
  }
}

function Camera({ onRead }: { onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    const stopped = new AbortController()
    const element = video.current
    if (element)
      import('../read-code.ts')
        .then(({ readCode }) => readCode(element, (text) => read.current(text), stopped.signal))
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) setProblem(cameraProblem(error))
        })
    return () => stopped.abort()
  }, [])
  // The group takes the focus when the dialog opens. If the text field took the focus, a phone's keyboard
  // would cover the picture.
  return (
    <div className="today-camera" tabIndex={-1} role="group" aria-label="Camera">
      {problem === null ? (
        <>
          <video ref={video} muted playsInline aria-hidden="true" />
          <p className="soft small">Hold the code of the guest’s booking in front of the camera.</p>
        </>
      ) : (
        <Notice tone="info" role="status">
          {problem}
        </Notice>
      )}
    </div>
  )
}

function cameraProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError')
    return 'This browser may not use the camera. Allow it in the settings of this site, or type the reference.'
  if (name === 'NotFoundError') return 'This device has no camera. Type the reference instead.'
  return 'The camera can’t be used just now. Type the reference instead.'
}
