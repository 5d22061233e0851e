import type { RouterContextProvider } from 'react-router'

import { attempt } from '../platform/attempt.server.ts'
import { clock, database, log, pageDependencies } from '../platform/context.ts'
import type { Day } from '../platform/days.ts'

/**
 * Tells whoever keeps the page that it speaks of these vineyards' places and names these days as open, and until when that holds if nobody books: until
 * the day on which "today" is another one, and in the time when nobody may book for the named day any more, for
 * the minute, since starts and cut-offs are whole ones.
 */
export async function dependOnPlaces(
  context: Readonly<RouterContextProvider>,
  vineyardIds: string[],
  named: Iterable<Day | null | undefined>,
): Promise<void> {
  const page = context.get(pageDependencies)
  if (!page || vineyardIds.length === 0) return
  const days = [...named].flatMap((day) => day ?? [])
  const now = context.get(clock)()
  const read = await attempt(
    context.get(log),
    'It could not be told how long a page holds',
    () => context.get(database)<[{ ends_at: Date }]>`
    select least(
      (london_today(${now}) + 1)::timestamp at time zone 'Europe/London',
      case
        when first_day.begins - late.by > ${now} then first_day.begins - late.by
        when first_day.begins is not null then date_trunc('minute', ${now}::timestamptz) + interval '1 minute'
      end
    ) as ends_at
    from
      (select min(day)::timestamp at time zone 'Europe/London' as begins from unnest(${days}::date[]) as day) as first_day,
      (
        select make_interval(mins => coalesce(max(booking_cutoff_minutes), 0)) as by
        from experiences where vineyard_id = any (${vineyardIds}::uuid[]) and is_active
      ) as late`,
  )
  page.dependOn(vineyardIds)
  if (read.ok) page.expireAt(read.value[0].ends_at)
}
