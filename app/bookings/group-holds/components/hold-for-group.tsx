import { useLayoutEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { addDays, type Day, formatDayShort, formatTime } from '../../../platform/days.ts'
import { countPlacesLeft } from '../../../availability/slot.ts'
import { isShownBeside } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Session } from '../../sessions/session.ts'
import { maxDaysHeld } from '../group-hold.ts'
import type { GroupHoldResult } from '../group-hold-actions.tsx'

/** The form suggests an end this many days from today or, if that is earlier, on the day that the calendar shows. */
const usualDays = 7

type Props = {
  day: Day
  today: Day
  /** The sessions of the day. */
  sessions: Session[]
  /** The vineyard's active experiences, for which staff may hold places at a closed time. */
  experiences: { id: string; title: string }[]
  /** Returns the URL of the same calendar on another day, whose sessions the dialog can add. */
  dayUrl: (day: Day) => string
  outcome: GroupHoldResult | undefined
}

/** A button with a dialog that holds places for a group for days. */
export function HoldForGroup({ outcome, ...props }: Props) {
  const { asking, refused, ask, close } = useAsking<string, GroupHoldResult>(outcome)
  if (props.experiences.length === 0) return null
  return (
    <>
      <Button type="button" small aria-haspopup="dialog" onClick={() => ask(crypto.randomUUID())}>
        Hold for a group …
      </Button>
      <Dialog open={asking !== null} onClose={close} title="Hold places for a group">
        {asking && <Fields key={asking} id={asking} {...props} refused={refused} onClose={close} />}
      </Dialog>
    </>
  )
}

const isHoldable = ({ id, capacity, has_begun }: Session) => id !== null && capacity !== null && !has_begun

function Fields({
  id,
  day,
  today,
  sessions,
  experiences,
  dayUrl,
  refused,
  onClose,
}: Omit<Props, 'outcome'> & { id: string; refused: GroupHoldResult | undefined; onClose: () => void }) {
  const [last, setLast] = useState('')
  const further = useFetcher<{ sessions?: Session[] }>()
  // Added sessions stay in the list when staff choose another day, so that a group can hold places on several days.
  const [added, setAdded] = useState<Session[]>([])
  const fresh = (further.data?.sessions ?? []).filter(
    (session) => session.slot_date !== day && !added.some((other) => other.slot_date === session.slot_date),
  )
  if (fresh.length > 0) setAdded([...added, ...fresh])
  const offered = [...sessions, ...added].filter(isHoldable)
  const usualEnd = addDays(today, usualDays)
  return (
    <DialogForm refused={refused} safe="Close" onClose={onClose} send="Hold the places" busy="Holding …">
      {refused && <GroupRefusal refused={refused} />}
      <HiddenFields values={{ group_hold: 'new', id }} />
      <TextField
        label="Group"
        name="name"
        maxLength={120}
        placeholder="Coach party"
        error={refused?.fields.name}
        required
      />
      <SizeAndEnd
        refused={refused}
        until={{
          min: today,
          max: addDays(today, maxDaysHeld),
          defaultValue: usualEnd < day ? usualEnd : day,
        }}
      />
      <CheckGroup legend="Sessions" wide error={refused?.fields.sessions && 'Choose at least one session.'}>
        {offered.length === 0 && <p className="soft">No places can be held that day.</p>}
        {offered.map((session, n) => (
          <CheckField
            key={session.id}
            name="session"
            value={`${session.experience_id} ${session.id}`}
            label={`${formatDayShort(session.slot_date, today)}, ${session.start_time ? formatTime(session.start_time) : ''}: ${session.title}`}
            hint={session.remaining === 0 ? 'Full' : countPlacesLeft(session.remaining)}
            defaultChecked={offered.length === 1 && n === 0}
          />
        ))}
      </CheckGroup>
      <TextField
        label="Sessions of another day"
        type="date"
        min={today}
        value={last}
        onChange={({ target }) => {
          setLast(target.value)
          if (target.validity.valid && target.value !== '') void further.load(dayUrl(target.value))
        }}
        hint={further.state === 'loading' ? 'Looking …' : noSessionsHint(further.data?.sessions)}
      />
      <OwnStart day={last || day} {...{ today, experiences }} />
      <div className="pair">
        <TextField {...contactFields.guest_phone} error={refused?.fields.guest_phone} optional />
        <TextField {...contactFields.guest_email} error={refused?.fields.guest_email} optional />
      </div>
      <GroupNote />
    </DialogForm>
  )
}

/** The second step for a time that is closed, in which the group gets a session of its own. */
function OwnStart({ day, today, experiences }: Pick<Props, 'day' | 'today' | 'experiences'>) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted)
    return (
      <p>
        <Button type="button" small onClick={() => setWanted(true)}>
          Hold places at a closed time anyway
        </Button>
      </p>
    )
  return (
    <>
      <SelectField
        label="Experience"
        name="own_experience"
        options={Object.fromEntries(experiences.map(({ id, title }) => [id, title]))}
      />
      <div className="pair">
        <TextField label="Closed day" name="own_day" type="date" min={today} defaultValue={day} required />
        <TextField
          label="Start for this group alone"
          name="own_start"
          type="time"
          hint="The time stays closed for other guests."
          required
        />
      </div>
    </>
  )
}

/** The properties of the fields for a group's contacts. */
export const contactFields = {
  guest_phone: { label: 'Phone', name: 'guest_phone', type: 'tel', maxLength: 40 },
  guest_email: { label: 'Email', name: 'guest_email', type: 'email', maxLength: 254 },
}

const noSessionsHint = (sessions: Session[] | undefined) =>
  sessions !== undefined && !sessions.some(isHoldable) ? 'No places can be held that day.' : undefined

/** The fields for the size of a group and the last day of its hold. `until` has the default and the limits of that day. */
export function SizeAndEnd({
  refused,
  guests,
  until,
}: {
  refused: GroupHoldResult | undefined
  guests?: number
  until: { defaultValue: Day; min?: Day; max?: Day }
}) {
  return (
    <div className="pair">
      <TextField
        label="Guests"
        name="number_of_guests"
        type="number"
        min={1}
        max={10_000}
        defaultValue={guests}
        error={refused?.may_exceed ? undefined : refused?.fields.number_of_guests}
        required
      />
      <TextField
        label="Hold until"
        name="until"
        type="date"
        {...until}
        hint="Ends at 6 PM that day, or when the session starts if that is earlier"
        error={refused?.fields.until}
        required
      />
    </div>
  )
}

/** The field for the note of a group. The group's bookings get this text as their note for staff. */
export const GroupNote = ({ note }: { note?: string }) => (
  <TextAreaField
    label="Note"
    name="note"
    rows={2}
    maxLength={1000}
    defaultValue={note}
    hint="Guests never see this."
    optional
  />
)

const shownBeside = ['name', 'number_of_guests', 'until', 'sessions', 'guest_phone', 'guest_email']

/** Says why a group hold was refused, unless a field does, and offers to exceed the places left or the largest party. */
export function GroupRefusal({ refused }: { refused: GroupHoldResult }) {
  const { message, may_exceed, remaining } = refused
  const fewPlaces =
    remaining !== null &&
    (remaining === 0
      ? 'One of the sessions is full.'
      : `One of the sessions has only ${countPlacesLeft(remaining)}.`)
  const notice = useRef<HTMLDivElement>(null)
  // Scrolls up to the notice: the form is longer than a phone's screen, and its button is at the end.
  useLayoutEffect(() => notice.current?.focus(), [refused])
  return (
    <div ref={notice} tabIndex={-1}>
      {may_exceed === null ? (
        !isShownBeside(refused, ...shownBeside) && <Notice tone="bad">{message}</Notice>
      ) : (
        <Notice tone="wait" role="alert">
          <p>
            <strong>{[may_exceed === 'size' && `${message}.`, fewPlaces].filter(Boolean).join(' ')}</strong>{' '}
            You can hold the places anyway: the group then exceeds what guests can book.
          </p>
          <FormButton name="overbook" value="on">
            Hold them anyway
          </FormButton>
        </Notice>
      )}
    </div>
  )
}
