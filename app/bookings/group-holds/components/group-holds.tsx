import { phoneLink } from '../../../platform/text/phone-link.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { dayOf, formatDayInList, formatTime } from '../../../platform/days.ts'
import { isShownBeside } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { type GroupHold, heldUntil } from '../group-hold.ts'
import type { GroupHoldResult } from '../group-hold-actions.tsx'
import { contactFields, GroupNote, GroupRefusal, SizeAndEnd } from './hold-for-group.tsx'
import './group-holds.css'

type Question = { kind: 'book' | 'change' | 'release'; hold: GroupHold }

/** Lists group holds, each with its end and the possible actions. Without group holds, shows at most an open dialog. */
export function GroupHolds({ holds, outcome }: { holds: GroupHold[]; outcome: GroupHoldResult | undefined }) {
  const { asking, refused, ask, close } = useAsking<Question, GroupHoldResult>(outcome)
  const list = holds.length > 0 && (
    <section className="panel group-holds no-print space-below" aria-labelledby="group-holds">
      <h2 id="group-holds">Held for groups</h2>
      <ul>
        {holds.map((hold) => (
          <li key={hold.id}>
            <GroupFacts hold={hold} />
            <div className="row">
              {buttons.map(({ kind, variant, label, about }) => (
                <Button
                  key={kind}
                  type="button"
                  small
                  variant={variant}
                  aria-haspopup="dialog"
                  onClick={() => ask({ kind, hold })}
                >
                  {label}
                  <span className="sr">{` ${about} ${hold.name}`}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
  // The dialog is not part of the list, so that a refusal stays after the last group hold has ended.
  return (
    <>
      {list}
      <Dialog open={asking !== null} onClose={close} title={asking ? titles[asking.kind](asking.hold) : ''}>
        {asking?.kind === 'book' && <BookGroup hold={asking.hold} refused={refused} onClose={close} />}
        {asking?.kind === 'change' && <ChangeGroup hold={asking.hold} refused={refused} onClose={close} />}
        {asking?.kind === 'release' && <LetGo hold={asking.hold} refused={refused} onClose={close} />}
      </Dialog>
    </>
  )
}

const buttons = [
  { kind: 'book', variant: 'primary', label: 'Book it …', about: 'for' },
  { kind: 'change', variant: 'line', label: 'Change …', about: 'the places of' },
  { kind: 'release', variant: 'text', label: 'Let it go …', about: 'for' },
] as const

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

const guestFields = ['guest_name', 'guest_phone', 'guest_email']

function BookGroup({ hold, refused, onClose }: DialogProps) {
  const { id, name, guest_phone, guest_email, note, sessions } = hold
  const closed = sessions.filter(({ is_closed }) => is_closed)
  return (
    <DialogForm
      refusal={isShownBeside(refused, ...guestFields) ? undefined : refused?.message}
      refused={refused}
      safe="Back"
      onClose={onClose}
      send="Book it"
      busy="Booking …"
    >
      <HiddenFields values={{ group_hold: 'book', id }} />
      <TextField
        label="Name"
        name="guest_name"
        defaultValue={name}
        maxLength={120}
        error={refused?.fields.guest_name}
        required
      />
      <TextField
        {...contactFields.guest_phone}
        defaultValue={guest_phone ?? ''}
        error={refused?.fields.guest_phone}
        hint="A phone number or an email address is needed."
      />
      <TextField
        {...contactFields.guest_email}
        defaultValue={guest_email ?? ''}
        error={refused?.fields.guest_email}
      />
      <TextAreaField label="Request" name="special_requests" rows={2} maxLength={1000} optional />
      {note && (
        <p className="small">
          Note for staff: <q>{note}</q>
        </p>
      )}
      {closed.length > 0 && (
        <Notice tone="wait">
          Closed or called off: {closed.map(sessionName).join('; ')}. The group would be booked into{' '}
          {closed.length === 1 ? 'this session' : 'these sessions'} all the same.
        </Notice>
      )}
      {sessions.length > 1 && <p>This makes {sessions.length} bookings, one for each session.</p>}
    </DialogForm>
  )
}

function ChangeGroup({ hold, refused, onClose }: DialogProps) {
  const { number_of_guests, note, expires_at } = refused?.current ?? hold
  return (
    <DialogForm refused={refused} safe="Back" onClose={onClose} send="Save" busy="Saving …">
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
        refused && <GroupRefusal refused={refused} />
      )}
      <HiddenFields
        values={{
          seen: JSON.stringify({ number_of_guests, note, expires_at }),
          group_hold: 'change',
          id: hold.id,
        }}
      />
      <SizeAndEnd
        refused={refused}
        guests={hold.number_of_guests}
        until={{ defaultValue: dayOf(new Date(hold.expires_at)) }}
      />
      <GroupNote note={hold.note} />
    </DialogForm>
  )
}

function LetGo({ hold: { id, number_of_guests }, refused, onClose }: DialogProps) {
  return (
    <DialogForm
      refusal={refused?.message}
      safe="Keep holding"
      onClose={onClose}
      send="Let it go"
      variant="danger"
    >
      <HiddenFields values={{ group_hold: 'release', id }} />
      <p>
        Others can then book the {number_of_guests === 1 ? 'place' : `${number_of_guests} places`}. Nobody is
        emailed.
      </p>
    </DialogForm>
  )
}
