import { type FormEvent, useId, useState } from 'react'

import { countPlacesLeft } from '../../../availability/slot.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { beyondSentence, mostBeyondLimits } from '../../../catalogue/experiences/experience.ts'
import { sessionPlaces } from '../../sessions/session.ts'
import { ownSessions, placesLeft, sessionsForWalkIn, usualForWalkIn, type WalkInSession } from '../today.ts'
import type { TodayState } from '../today-state.ts'
import type { TodayStore } from '../today-store.ts'

/** The largest party size that has a button. Staff type larger sizes. */
const mostButtons = 10

/** Books a party at the gate as soon as its size is pressed. The name and the session can be given first. */
export function WalkInSheet({
  day,
  state: { entries, isOnline },
  store,
  onAdded,
  onClose,
}: {
  day: NonNullable<TodayState['day']>
  state: TodayState
  store: TodayStore
  /** Called with the key of the recorded walk-in. */
  onAdded: (key: string) => void
  onClose: () => void
}) {
  const sizesLabel = useId()
  const open = sessionsForWalkIn(day, store.now())
  const isClosed = open.length === 0
  const sessions: WalkInSession[] = isClosed ? ownSessions(day, store.now()) : open
  const usual = usualForWalkIn(sessions, day, store.now())
  const [chosenKey, setChosenKey] = useState(usual && keyOf(usual))
  const chosen = sessions.find((session) => keyOf(session) === chosenKey) ?? usual
  const [name, setName] = useState('')
  const [tooMany, setTooMany] = useState<number | null>(null)
  if (!chosen) return null
  const { min_group_size: least = 1, max_group_size: most = 10 } =
    day.experiences.find(({ id }) => id === chosen.experience_id) ?? {}
  const left = Math.max(0, placesLeft(chosen, entries))
  const isBeyond = (guests: number) => isClosed || guests < least || guests > most
  const isFull = (guests: number) => !isClosed && guests > left
  const add = (guests: number, insists: boolean) => {
    if (isOnline && (isFull(guests) || isBeyond(guests)) && !insists) return setTooMany(guests)
    const guest = {
      number_of_guests: guests,
      guest_name: name.trim() || null,
      overbook: insists && isFull(guests),
      beyond_limits: insists && isBeyond(guests),
    }
    void store.addWalkIn(chosen, guest).then(onAdded)
    onClose()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add(Number(new FormData(event.currentTarget).get('guests')), false)
  }
  const sizes = Array.from(
    { length: Math.min(most, least + mostButtons - 1) - least + 1 },
    (_, n) => least + n,
  )
  return (
    <Dialog open onClose={onClose} title="Walk-in" variant="sheet">
      <div className="sheet-body stack">
        <fieldset className="today-choice">
          <legend className="label">Session</legend>
          {sessions.map((session, n) => (
            <label key={n}>
              <input
                type="radio"
                name="session"
                checked={session === chosen}
                onChange={() => {
                  setChosenKey(keyOf(session))
                  setTooMany(null)
                }}
              />
              <SessionLine session={session} left={isClosed ? null : placesLeft(session, entries)} />
            </label>
          ))}
        </fieldset>
        <TextField
          label="Name"
          optional
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={120}
          autoComplete="off"
        />
        <form className="today-type" onSubmit={onSubmit} onInput={() => setTooMany(null)}>
          <TextField
            label="Another number of guests"
            name="guests"
            type="number"
            inputMode="numeric"
            min={1}
            max={mostBeyondLimits}
            required
          />
          <Button>Add</Button>
        </form>
      </div>
      {tooMany === null ? (
        <div className="sheet-foot today-foot">
          <p id={sizesLabel} className="label">
            How many guests?
          </p>
          <div className="today-sizes" role="group" aria-labelledby={sizesLabel}>
            {sizes.map((size) => (
              <Button key={size} onClick={() => add(size, false)} aria-label={countOf(size, 'guest')}>
                {size}
              </Button>
            ))}
          </div>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className="sheet-foot today-foot">
          <Notice tone="wait" icon="alert" role="alert">
            {isClosed && <strong>No sessions are open today: the party gets a session of its own. </strong>}
            {!isClosed && isBeyond(tooMany) && <strong>{beyondSentence([least, most])} </strong>}
            {isFull(tooMany) && (
              <strong>{left === 0 ? 'This session is full. ' : `Only ${countPlacesLeft(left)}. `}</strong>
            )}
            {isFull(tooMany) ? `${countOf(tooMany, 'guest')} would overbook the session. The` : 'The'} history
            records who decided this.
          </Notice>
          <div className="today-pair">
            <Button onClick={() => setTooMany(null)}>Back</Button>
            <Button onClick={() => add(tooMany, true)}>
              {isBeyond(tooMany) ? 'Book anyway' : 'Overbook anyway'}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Returns a key that includes the experience, because new sessions of all experiences have the same id. */
const keyOf = ({ experience_id, id }: WalkInSession) => `${experience_id} ${id}`

function SessionLine({ session, left }: { session: WalkInSession; left: number | null }) {
  const { title, start_time } = session
  return (
    <span>
      <strong>
        {start_time && <span className="serif">{formatTime(start_time)} </span>}
        {title}
      </strong>
      <span className="soft small">{left === null ? 'Closed' : sessionPlaces(left, session)}</span>
    </span>
  )
}
