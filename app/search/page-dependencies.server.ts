import type { RouterContextProvider } from 'react-router'

import { attempt } from '../platform/attempt.server.ts'
import { clock, database, log, pageDependencies } from '../platform/context.ts'
import type { Day } from '../platform/days.ts'

/**
 * Makes the cached page depend on the places of these vineyards, and sets its expiry: London's midnight, the end of a
 * hold there, or the cut-off of the first open day that the page names. After that cut-off it expires every minute.
 */
export async function dependOnPlaces(
  context: Readonly<RouterContextProvider>,
  vineyardIds: string[],
  openDays: Iterable<Day | null | undefined>,
): Promise<void> {
  const page = context.get(pageDependencies)
  if (!page) return
  const days = [...openDays].flatMap((day) => day ?? [])
  const now = context.get(clock)()
  const expiry = await attempt(
    context.get(log),
    'The expiry of a page could not be determined',
    () => context.get(database)<[{ ends_at: Date }]>`
    select least(
      (london_today(${now}) + 1)::timestamp at time zone 'Europe/London',
      case
        when first_day.begins - cutoff.before > ${now} then first_day.begins - cutoff.before
        when first_day.begins is not null then date_trunc('minute', ${now}::timestamptz) + interval '1 minute'
      end,
      (
        -- A hold that expired while the page was read may show as taken there.
        select min(expires_at) from holds
        where vineyard_id = any (${vineyardIds}::uuid[]) and ended_at is null
          and expires_at > ${now}::timestamptz - interval '10 seconds'
      )
    ) as ends_at
    from
      (select min(day)::timestamp at time zone 'Europe/London' as begins from unnest(${days}::date[]) as day) as first_day,
      (
        select make_interval(mins => coalesce(max(booking_cutoff_minutes), 0)) as before
        from experiences where vineyard_id = any (${vineyardIds}::uuid[]) and is_active
      ) as cutoff`,
  )
  page.dependOn(vineyardIds)
  if (expiry.ok) page.expireAt(expiry.value[0].ends_at)
}
