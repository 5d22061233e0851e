import { type FormEvent, useId, useState } from 'react'

import { countPlacesLeft } from '../../../availability/slot.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { sessionPlaces } from '../../sessions/session.ts'
import { placesLeft, sessionsForWalkIn, type SessionToday, usualForWalkIn } from '../today.ts'
import type { TodayState, TodayStore } from '../today-store.ts'

/** The largest party size with a button of its own. Staff type the size of larger parties. */
const mostButtons = 10

/** Books a party at the gate when its size is pressed. The name and session above are optional. */
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
  /** Called with the key of the walk-in. */
  onAdded: (key: string) => void
  onClose: () => void
}) {
  const sizesLabel = useId()
  const sessions = sessionsForWalkIn(day, store.now())
  const usual = usualForWalkIn(sessions, day, store.now())
  const [chosenId, setChosenId] = useState(usual?.id ?? null)
  const chosen = sessions.find(({ id }) => id === chosenId) ?? usual
  const [name, setName] = useState('')
  const [tooMany, setTooMany] = useState<number | null>(null)
  if (!chosen) return null
  const { min_group_size: least = 1, max_group_size: most = 10 } =
    day.experiences.find(({ id }) => id === chosen.experience_id) ?? {}
  const left = Math.max(0, placesLeft(chosen, entries))
  const add = (guests: number, overbook: boolean) => {
    if (isOnline && guests > left && !overbook) return setTooMany(guests)
    const guest = { number_of_guests: guests, guest_name: name.trim() || null, overbook }
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
          {sessions.map((session) => (
            <label key={session.id}>
              <input
                type="radio"
                name="session"
                checked={session === chosen}
                onChange={() => {
                  setChosenId(session.id)
                  setTooMany(null)
                }}
              />
              <SessionLine session={session} left={placesLeft(session, entries)} />
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
        {most > least + mostButtons - 1 && (
          <form className="today-type" onSubmit={onSubmit}>
            <TextField
              label={`More than ${least + mostButtons - 1} guests`}
              name="guests"
              type="number"
              inputMode="numeric"
              min={least}
              max={most}
              required
            />
            <Button>Add</Button>
          </form>
        )}
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
            <strong>{left === 0 ? 'This session is full.' : `Only ${countPlacesLeft(left)}.`}</strong>{' '}
            {countOf(tooMany, 'guest')} would overbook it; the history records who decided it.
          </Notice>
          <div className="today-pair">
            <Button onClick={() => setTooMany(null)}>Back</Button>
            <Button onClick={() => add(tooMany, true)}>Overbook anyway</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function SessionLine({ session, left }: { session: SessionToday; left: number }) {
  const { title, start_time } = session
  return (
    <span>
      <strong>
        {start_time && <span className="serif">{formatTime(start_time)} </span>}
        {title}
      </strong>
      <span className="soft small">{sessionPlaces(left, session)}</span>
    </span>
  )
}
