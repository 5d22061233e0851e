import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'

import { type Slot, slotId, formatSlotValue } from '../../availability/slot.ts'
import { type Day, formatDayShort, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BookingRefusal } from '../booking-request.ts'
import { useGuestPages } from '../guest-pages.tsx'

/** Why the form was refused, and other starts that have places. */
export function RefusalNotice({
  today,
  refusal,
  onAlternative,
}: {
  today: Day
  refusal: BookingRefusal & { alternatives?: Slot[]; first_booking?: string | null | undefined }
  /** Without JavaScript the button sends the form, which comes back with that start chosen. */
  onAlternative: (slot: Slot) => void
}) {
  const { message, alternatives = [], first_booking } = refusal
  const pages = useGuestPages()
  return (
    <div data-refusal tabIndex={-1}>
      <Notice tone="bad">
        <p>{message}</p>
        {alternatives.length > 0 && (
          <>
            <p>These times still have places:</p>
            <ul className="row plain">
              {alternatives.map((slot) => (
                <li key={slotId(slot)}>
                  <Button
                    small
                    name="intent"
                    value={`slot:${formatSlotValue(slot)}`}
                    formNoValidate
                    onClick={(event) => {
                      event.preventDefault()
                      onAlternative(slot)
                    }}
                  >
                    {formatDayShort(slot.slot_date, today)}, {formatTime(slot.start_time)}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        {first_booking !== undefined && (
          <p className="row">
            {first_booking && <Link to={pages.booking(first_booking)}>See that booking</Link>}
            <Button small name="intent" value="book">
              Book another
            </Button>
          </p>
        )}
      </Notice>
    </div>
  )
}

/** Returns a refusal's field problems without those of fields edited since. Pass `onEdit` to the form's `onChange`. */
export function useCorrected<Name extends string>(
  refusal: object | null | undefined,
  problems: Partial<Record<Name, string>>,
) {
  const [edited, setEdited] = useState<{ since: typeof refusal; names: string[] }>()
  const names = edited?.since === refusal ? edited?.names : undefined
  const open = { ...problems }
  for (const name of names ?? []) delete open[name as Name]
  const onEdit = ({ target }: ChangeEvent<HTMLElement>) => {
    const name = 'name' in target ? String(target.name) : ''
    if (name in open) setEdited({ since: refusal, names: [...(names ?? []), name] })
  }
  return { problems: open, onEdit }
}
