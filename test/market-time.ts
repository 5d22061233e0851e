const zone = 'Europe/London'

/** Returns the instant of a start in London, in milliseconds, or undefined if the clocks skip that time. */
export const instantOf = remembered((day: string, start: string): number | undefined => {
  const wanted = Temporal.PlainDateTime.from(`${day}T${start}`)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return found.toPlainDateTime().equals(wanted) ? found.epochMilliseconds : undefined
})

/** Returns the wall-clock time in London at an instant, such as 2026-03-29T02:30:00. */
export const localOf = remembered((instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString(),
)
export const dayAt = (instant: number) => localOf(instant).slice(0, 10)
export const addDays = remembered((day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString(),
)
export const weekday = remembered((day: string) => Temporal.PlainDate.from(day).dayOfWeek)

/** Returns the function with its results cached, because Temporal is slow. */
function remembered<Args extends (string | number)[], Value>(ask: (...args: Args) => Value) {
  const known = new Map<string, Value>()
  return (...args: Args): Value => {
    const key = args.join()
    if (!known.has(key)) known.set(key, ask(...args))
    return known.get(key) as Value
  }
}
