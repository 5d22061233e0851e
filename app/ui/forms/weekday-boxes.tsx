import { weekdayNames } from '../../platform/days.ts'
import './weekday-boxes.css'

/** A checkbox for each weekday, from 1 for Monday. Without `onChange`, the boxes are a field of their form. */
export function WeekdayBoxes({
  name,
  isChecked,
  onChange,
}: {
  name?: string
  isChecked: (day: number) => boolean
  onChange?: (day: number, checked: boolean) => void
}) {
  return (
    <div className="days">
      {weekdayNames.map((weekday, n) => (
        <label key={weekday}>
          <input
            type="checkbox"
            name={name}
            value={n + 1}
            aria-label={weekday}
            {...(onChange
              ? { checked: isChecked(n + 1), onChange: ({ target }) => onChange(n + 1, target.checked) }
              : { defaultChecked: isChecked(n + 1) })}
          />
          {weekday.slice(0, 3)}
        </label>
      ))}
    </div>
  )
}
