import { SelectField } from '../../../ui/forms/select-field.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import type { BookingListPreview } from '../booking-import.shapes.ts'

/** The choices for a list: the order of day and month, the experience for each name, and the meaning of each status. */
export function BookingChoices({
  preview: { dates, experiences: names, statuses },
  experiences,
}: {
  preview: Pick<BookingListPreview, 'dates' | 'experiences' | 'statuses'>
  experiences: { id: string; title: string }[]
}) {
  return (
    <div className="import-fields">
      <SelectField
        label="Dates such as 3/4"
        name="date_order"
        defaultValue={dates === 'day_first' || dates === 'month_first' ? dates : ''}
        error={
          dates === 'unclear'
            ? 'The dates in this list could be day first or month first.'
            : dates === 'mixed'
              ? 'Some dates have the day first, others the month.'
              : undefined
        }
      >
        <option value="">Please choose</option>
        <option value="day_first">3 April: the day first</option>
        <option value="month_first">4 March: the month first</option>
      </SelectField>
      {names.map(({ name, experience_id, rows }, n) => (
        <div key={name}>
          <input type="hidden" name={`name_${n}`} value={name} />
          <SelectField
            label={`“${name}” is`}
            name={`experience_${n}`}
            defaultValue={experience_id ?? ''}
            hint={countOf(rows, 'booking')}
            error={experience_id === null ? 'Choose which experience this is.' : undefined}
            options={experiences.map(({ id, title }) => [id, title])}
          >
            <option value="">None: do not import</option>
          </SelectField>
        </div>
      ))}
      {statuses.map(({ name, comes, rows }, n) => (
        <div key={name}>
          <input type="hidden" name={`status_name_${n}`} value={name} />
          <SelectField
            label={`“${name}” means`}
            name={`status_${n}`}
            defaultValue={comes === null ? '' : comes ? 'comes' : 'left_out'}
            hint={countOf(rows, 'row')}
            error={comes === null ? 'Choose whether these guests come.' : undefined}
          >
            {comes === null && <option value="">Please choose</option>}
            <option value="comes">The guest comes</option>
            <option value="left_out">Do not import</option>
          </SelectField>
        </div>
      ))}
    </div>
  )
}
