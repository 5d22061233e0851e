import type { NextSlot } from '../../availability/slot.server.ts'
import type { GroupSizes } from '../../catalogue/experiences/experience.ts'
import { suitsVisitor } from '../../catalogue/experiences/experience-facts.server.ts'
import type { SceneFacts } from '../../catalogue/scenes/scene-kind.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { type Filters, partyOf } from './filters.ts'
import { matchesFilters, suitsParty } from './matches.server.ts'

/** The facts on a vineyard's card, from its active experiences that match the filters, if possible only from bookable ones */
export type CardFacts = {
  from: { price: number; currency: string }
  /** Minutes of the shortest and longest experience, null if no duration is known. */
  shortest: number | null
  longest: number | null
  /** `max_group_size` is null if one of the experiences has no maximum. */
  min_group_size: number
  max_group_size: number | null
  /** The first slot with places for the party; in a search by day, the first such slot of that day */
  next: NextSlot | null
  /** The group sizes of the experiences if none takes the searched party; otherwise null */
  other_parties: GroupSizes[] | null
  /**
   * The chips that set the vineyard apart. 'New': its first experience is less than 60 days old, and it is no demonstration
   * estate. 'Last places today': today's sessions together have few places for the party. 'Dogs welcome': every experience
   * admits dogs.
   */
  chips: string[]
}

/** The facts on a card, and the cheapest of the experiences. A card without a photograph shows a drawing of that experience. */
type FactsToDraw = { facts: CardFacts; drawn: SceneFacts }

const newDays = 60
const lastPlaces = 4

/** Returns the facts on vineyards' cards, by vineyard id. Leaves out vineyards without a matching experience. */
export async function readCardFacts(
  sql: Queryable,
  vineyardIds: string[],
  filters: Filters,
  now: Date,
): Promise<Map<string, FactsToDraw>> {
  const { date, guests } = filters
  const party = date === null ? guests : partyOf(filters)
  const today = dayOf(now)
  // The card is about the experiences that the visitor can book: on the day or, without a day, for the party.
  const fits =
    date !== null
      ? sql`open.slot_date is not null`
      : guests !== null
        ? sql`${suitsParty(sql, guests)}`
        : sql`true`
  const rows = await sql<(CardFacts & { vineyard_id: string; drawn: SceneFacts })[]>`
    with suited as (
      select e.id, e.vineyard_id, e.title, e.type, e.description, e.scene, e.price_per_person, e.currency,
        e.duration_minutes, e.min_group_size, e.max_group_size, ${suitsVisitor(sql, 'dogs')} as takes_dogs
      from experiences e
      where e.vineyard_id = any (${vineyardIds}::uuid[]) and ${matchesFilters(sql, filters)}
    ),
    offered as (
      select e.*, open as slot, open.slot_date is not null as is_open, ${fits} as fits,
        bool_or(${fits}) over (partition by e.vineyard_id) as any_fits
      from suited e
        left join next_open_slots(array(select id from suited), ${party}, ${date ?? today}, ${date}, ${now}) open
          on open.experience_id = e.id
    ),
    summed as (
      select
        e.vineyard_id, json_build_object('price', min(price_per_person), 'currency', min(currency)) as "from",
        (array_agg(json_build_object(
          'id', e.id, 'title', e.title, 'type', e.type, 'description', left(e.description, 600), 'scene', e.scene
        ) order by e.price_per_person, e.title, e.id))[1] as drawn,
        min(duration_minutes) as shortest, max(duration_minutes) as longest, min(min_group_size) as min_group_size,
        case when bool_and(max_group_size is not null) then max(max_group_size) end as max_group_size,
        case when not bool_or(${suitsParty(sql, party)}) then json_agg(distinct jsonb_build_object(
          'min_group_size', min_group_size, 'max_group_size', max_group_size
        )) end as other_parties,
        bool_and(e.takes_dogs) as dogs_welcome,
        array_agg(e.id) as experience_ids,
        (array_agg(
          to_json(slot) order by (slot).slot_date, (slot).start_time, (slot).remaining desc
        ) filter (where is_open))[1] as next
      from offered e
      where fits or not any_fits
      group by e.vineyard_id
    )
    select
      s.vineyard_id, s."from", s.drawn, s.shortest, s.longest, s.min_group_size, s.max_group_size,
      s.other_parties, s.next,
      array_remove(array[
        (
          select case when not v.is_demo and ${now}::timestamptz - make_interval(days => ${newDays}) < (
            select min(first.created_at) from experiences first where first.vineyard_id = v.id
          ) then 'New' end
          from vineyards v where v.id = s.vineyard_id
        ),
        -- Other sessions of the day are read only where the first one has few places.
        case when s.next ->> 'slot_date' = ${today}::text and (s.next ->> 'remaining')::int <= ${lastPlaces} then (
          select case when sum(open.remaining) <= ${lastPlaces} then 'Last places today' end
          from next_open_slots(s.experience_ids, ${party}, ${today}, ${today}, ${now}, ${lastPlaces + 1}) open
        ) end,
        case when s.dogs_welcome then 'Dogs welcome' end
      ], null) as chips
    from summed s`
  return new Map(rows.map(({ vineyard_id, drawn, ...facts }) => [vineyard_id, { facts, drawn }]))
}
