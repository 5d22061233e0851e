import { Form as PlainForm, useNavigation } from 'react-router'

import { phoneLink } from '../../../platform/text/phone-link.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { dayOf, formatDayInList, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { type GroupHold, heldUntil } from '../group-hold.ts'
import type { GroupHoldResult } from '../group-hold-actions.tsx'
import { GroupRefusal, SizeAndEnd } from './hold-for-group.tsx'
import './group-holds.css'

type Question = { kind: 'book' | 'change' | 'release'; hold: GroupHold }

/** Lists group holds, each with its end and the possible actions. Shows nothing without group holds. */
export function GroupHolds({ holds, outcome }: { holds: GroupHold[]; outcome: GroupHoldResult | undefined }) {
  const { asking, refused, ask, close } = useAsking<Question, GroupHoldResult>(outcome)
  if (holds.length === 0) return null
  return (
    <section className="panel group-holds no-print space-below" aria-labelledby="group-holds">
      <h2 id="group-holds">Held for groups</h2>
      <ul>
        {holds.map((hold) => (
          <li key={hold.id}>
            <GroupFacts hold={hold} />
            <div className="row">
              <Button
                type="button"
                small
                variant="primary"
                aria-haspopup="dialog"
                onClick={() => ask({ kind: 'book', hold })}
              >
                Book it …<span className="sr"> for {hold.name}</span>
              </Button>
              <Button
                type="button"
                small
                aria-haspopup="dialog"
                onClick={() => ask({ kind: 'change', hold })}
              >
                Change …<span className="sr"> the places of {hold.name}</span>
              </Button>
              <Button
                type="button"
                small
                variant="text"
                aria-haspopup="dialog"
                onClick={() => ask({ kind: 'release', hold })}
              >
                Let it go …<span className="sr"> for {hold.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Dialog open={asking !== null} onClose={close} title={asking ? titles[asking.kind](asking.hold) : ''}>
        {asking?.kind === 'book' && <BookGroup hold={asking.hold} refused={refused} onClose={close} />}
        {asking?.kind === 'change' && <ChangeGroup hold={asking.hold} refused={refused} onClose={close} />}
        {asking?.kind === 'release' && <LetGo hold={asking.hold} refused={refused} onClose={close} />}
      </Dialog>
    </section>
  )
}

const titles = {
  book: ({ name, number_of_guests }: GroupHold) => `Book ${name}, ${countOf(number_of_guests, 'guest')}`,
  change: ({ name }: GroupHold) => `Change the places of ${name}`,
  release: ({ name }: GroupHold) => `Let the places of ${name} go?`,
}

function GroupFacts({ hold }: { hold: GroupHold }) {
  const { name, number_of_guests, guest_phone, guest_email, note, made_by, sessions } = hold
  return (
    <div>
      <p>
        <strong>{name}</strong>, <span className="num">{countOf(number_of_guests, 'guest')}</span>
        <br />
        <span className="small">
          Held <strong className="num">{heldUntil(hold)}</strong>
          {made_by && <span className="soft">, by {made_by}</span>}
        </span>
      </p>
      <ul className="small soft">
        {sessions.map(({ hold_id, slot_date, start_time, experience_title, is_overbooked, is_closed }) => (
          <li key={hold_id}>
            {formatDayInList(slot_date)}, {formatTime(start_time)}: {experience_title}
            {is_overbooked && ', overbooked'}
            {is_closed && (
              <>
                {', '}
                <strong>closed</strong>
              </>
            )}
          </li>
        ))}
      </ul>
      {(guest_phone || guest_email || note) && (
        <p className="small">
          {guest_phone && <a href={phoneLink(guest_phone)}>{guest_phone}</a>}
          {guest_phone && guest_email && ' · '}
          {guest_email && <a href={`mailto:${guest_email}`}>{guest_email}</a>}
          {note && (
            <>
              {(guest_phone || guest_email) && <br />}
              {note}
            </>
          )}
        </p>
      )}
    </div>
  )
}

const sessionName = ({ slot_date, start_time }: GroupHold['sessions'][number]) =>
  `${formatDayInList(slot_date)}, ${formatTime(start_time)}`

type DialogProps = { hold: GroupHold; refused: GroupHoldResult | undefined; onClose: () => void }

function BookGroup({ hold, refused, onClose }: DialogProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { id, name, guest_phone, guest_email, note, sessions } = hold
  const closed = sessions.filter(({ is_closed }) => is_closed)
  return (
    <Form method="post" preventScrollReset className="stack">
      {refused && <Notice tone="bad">{refused.message}</Notice>}
      <input type="hidden" name="group_hold" value="book" />
      <input type="hidden" name="id" value={id} />
      <TextField
        label="Name"
        name="guest_name"
        defaultValue={name}
        maxLength={120}
        error={refused?.fields.guest_name}
        required
      />
      <TextField
        label="Phone"
        name="guest_phone"
        type="tel"
        maxLength={40}
        defaultValue={guest_phone ?? ''}
        error={refused?.fields.guest_phone}
        hint="A phone number or an email address is needed."
      />
      <TextField
        label="Email"
        name="guest_email"
        type="email"
        maxLength={254}
        defaultValue={guest_email ?? ''}
        error={refused?.fields.guest_email}
      />
      <TextAreaField
        label="Request"
        name="special_requests"
        rows={2}
        maxLength={1000}
        defaultValue={note}
        optional
      />
      {closed.length > 0 && (
        <Notice tone="wait">
          Closed or called off: {closed.map(sessionName).join('; ')}. The group would be booked into{' '}
          {closed.length === 1 ? 'this session' : 'these sessions'} all the same.
        </Notice>
      )}
      {sessions.length > 1 && <p>This makes {sessions.length} bookings, one for each session.</p>}
      <DialogButtons safe="Back" onClose={onClose} busy={busy && 'Booking …'}>
        Book it
      </DialogButtons>
    </Form>
  )
}

function ChangeGroup({ hold, refused, onClose }: DialogProps) {
  const { number_of_guests, note, expires_at } = refused?.current ?? hold
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset className="stack">
      {refused?.current ? (
        <Notice tone="wait" role="alert">
          <p>
            {refused.message} The hold is now for {countOf(refused.current.number_of_guests, 'guest')}{' '}
            {heldUntil({ ...hold, ...refused.current })}
            {refused.current.note && `, with the note “${refused.current.note}”`}. Save again to replace these
            values.
          </p>
        </Notice>
      ) : (
        refused && <GroupRefusal refused={refused} busy={busy} />
      )}
      <input type="hidden" name="seen" value={JSON.stringify({ number_of_guests, note, expires_at })} />
      <input type="hidden" name="group_hold" value="change" />
      <input type="hidden" name="id" value={hold.id} />
      <SizeAndEnd
        refused={refused}
        guests={hold.number_of_guests}
        until={{ defaultValue: dayOf(new Date(hold.expires_at)) }}
      />
      <TextAreaField label="Note" name="note" rows={2} maxLength={1000} defaultValue={hold.note} optional />
      <DialogButtons safe="Back" onClose={onClose} busy={busy && 'Saving …'}>
        Save
      </DialogButtons>
    </Form>
  )
}

function LetGo({ hold: { id, number_of_guests }, refused, onClose }: DialogProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <PlainForm method="post" preventScrollReset className="stack">
      {refused && <Notice tone="bad">{refused.message}</Notice>}
      <input type="hidden" name="group_hold" value="release" />
      <input type="hidden" name="id" value={id} />
      <p>
        Others can then book the {number_of_guests === 1 ? 'place' : `${number_of_guests} places`}. Nobody is
        emailed.
      </p>
      <DialogButtons safe="Keep holding" onClose={onClose} busy={busy} variant="danger">
        Let it go
      </DialogButtons>
    </PlainForm>
  )
}
