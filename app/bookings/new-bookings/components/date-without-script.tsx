import { addDays, type Day } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'

/** A field to type any date, and a button that shows the times of the date. */
export default function DateWithoutScript({
  today,
  goTo,
  action,
}: {
  today: Day
  goTo: string | undefined
  action: string
}) {
  return (
    <>
      <div className="row booking-when">
        <label htmlFor="go_to">Or another date</label>
        <input
          className="in"
          id="go_to"
          name="go_to"
          type="date"
          min={today}
          max={addDays(today, 1100)}
          defaultValue={goTo}
        />
      </div>
      <div className="row booking-when">
        <Button name="intent" value="times" formNoValidate formAction={`${action}#times`}>
          Show times
        </Button>
      </div>
    </>
  )
}
