import { useEffect, useRef, useState } from 'react'

import { countOf } from '../../platform/text/counts.ts'
import { type Day, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { FieldError, TextField } from '../../ui/forms/field.tsx'
import { WeekdayBoxes } from '../../ui/forms/weekday-boxes.tsx'
import { formatWeekdays } from '../plan.ts'
import { formatSeason } from '../season.ts'
import { SeasonFields, type StartFieldsProps } from './season-fields.tsx'
import type { DraftStart } from '../plan.shapes.ts'

/** A start in the editor. Its `key` stays the same while the start is edited. */
export type StartDraft = { key: string; start: DraftStart }

/** Edits all weekly starts of an experience, one at a time. Keys of `problems` are position and field: '2.start_time'. */
export function PlanEditor({
  today,
  drafts,
  open,
  problems,
  onOpen,
  onChange,
  onAdd,
}: {
  today: Day
  drafts: StartDraft[]
  open: string | null
  problems: Record<string, string>
  onOpen: (key: string | null) => void
  onChange: (drafts: StartDraft[]) => void
  onAdd: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const [added, setAdded] = useState(0)
  const add = () => {
    onAdd()
    setAdded(added + 1)
  }
  // Focuses the new form, because it is at the end of the list and often outside the window.
  useEffect(() => {
    if (added > 0)
      list.current?.querySelector<HTMLElement>(':scope > :last-child :is(input, select)')?.focus()
  }, [added])
  const change = (key: string, changes: Partial<DraftStart>) =>
    onChange(
      drafts.map((draft) =>
        draft.key === key ? { ...draft, start: { ...draft.start, ...changes } } : draft,
      ),
    )
  return (
    <section aria-labelledby="starts">
      <div className="between">
        <h2 id="starts">Start times</h2>
        {drafts.length > 0 && (
          <Button type="button" small icon="plus" onClick={add}>
            Add a start time
          </Button>
        )}
      </div>
      {drafts.length === 0 && (
        <Empty
          level="h3"
          title="No start times yet"
          action={
            <Button type="button" onClick={add}>
              Add a start time
            </Button>
          }
        >
          Visitors can book once there is a start time. Add one with its days, its time and its places.
        </Empty>
      )}
      <ul className="rules plain" ref={list}>
        {drafts.map(({ key, start }, position) => {
          const ownProblems = Object.fromEntries(
            Object.entries(problems).flatMap(([path, sentence]) =>
              path.startsWith(`${position}.`) ? [[path.slice(`${position}.`.length), sentence]] : [],
            ),
          )
          const isOpen = key === open || Object.keys(ownProblems).length > 0
          return (
            <li className="rule" key={key}>
              <h3 className="serif">{start.start_time ? formatTime(start.start_time) : 'New start time'}</h3>
              <Button
                type="button"
                variant="text"
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : key)}
              >
                {isOpen ? 'Done' : 'Edit'}
                <span className="sr"> {start.start_time && formatTime(start.start_time)}</span>
              </Button>
              {!isOpen && (
                <p>
                  {formatWeekdays(start.days_of_week)}, {countOf(start.capacity, 'place')}
                  <br />
                  {formatSeason(start, today)}
                </p>
              )}
              {isOpen && (
                <StartFields
                  today={today}
                  start={start}
                  problems={ownProblems}
                  onChange={(changes) => change(key, changes)}
                  onRemove={() => onChange(drafts.filter((draft) => draft.key !== key))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function StartFields({ onRemove, ...props }: StartFieldsProps & { onRemove: () => void }) {
  const { start, problems, onChange } = props
  return (
    <div className="start-fields stack">
      <fieldset>
        <legend className="label">On</legend>
        <WeekdayBoxes
          isChecked={(day) => start.days_of_week.includes(day)}
          onChange={(day, checked) => onChange({ days_of_week: toggleDay(start, day, checked) })}
        />
        {problems.days_of_week && <FieldError id="days-error">Choose at least one day.</FieldError>}
      </fieldset>
      <div className="start-pair">
        <TextField
          label="Start"
          name="start_time"
          type="time"
          required
          value={start.start_time.slice(0, 5)}
          error={problems.start_time}
          onChange={({ target }) => onChange({ start_time: target.value })}
        />
        <TextField
          label="Places"
          name="capacity"
          type="number"
          required
          min={1}
          max={10_000}
          value={Number.isFinite(start.capacity) ? start.capacity : ''}
          error={problems.capacity}
          onChange={({ target }) => onChange({ capacity: target.valueAsNumber })}
        />
      </div>
      <SeasonFields {...props} />
      <Button type="button" small variant="danger" onClick={onRemove}>
        Delete this start time
      </Button>
    </div>
  )
}

function toggleDay({ days_of_week }: DraftStart, day: number, isOn: boolean): number[] {
  const others = days_of_week.filter((other) => other !== day)
  return (isOn ? [...others, day] : others).toSorted((a, b) => a - b)
}
