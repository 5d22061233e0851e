import { Button } from '../../ui/button.tsx'
import { sayWhat, sayWhen, type ShownException } from '../exception.ts'

/** The exceptions that are still to come, each with its way back. */
export function ExceptionList({
  exceptions,
  busy,
  onRemove,
}: {
  exceptions: ShownException[]
  busy: boolean
  onRemove: (exception: ShownException) => void
}) {
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions">Exceptions</h2>
      {exceptions.length === 0 && (
        <p className="soft small">
          None to come. Press a day in the calendar to close it or to change its places.
        </p>
      )}
      <ul className="rules plain">
        {exceptions.map((exception) => (
          <li className="rule" key={exception.id}>
            <h3>{sayWhen(exception)}</h3>
            {/* What a calendar closes is opened there: here it would only come back. */}
            {exception.source === 'staff' && (
              <Button type="button" variant="text" disabled={busy} onClick={() => onRemove(exception)}>
                {exception.capacity === null ? 'Open again' : 'Take away'}
                <span className="sr"> {sayWhen(exception)}</span>
              </Button>
            )}
            <p>{sayWhat(exception)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
