import type { Queryable } from '../../../platform/database/database.server.ts'
import { retrying } from '../../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import type { OpenedItinerary } from '../itinerary.server.ts'
import type { FriendAnswer, Friends, PlanVote } from './friends.ts'

/**
 * Returns the answers and votes of a shared itinerary; undefined for a curated one. Only the maker gets the ids of the answers
 * and the friends' needs. `key_hash` finds the friend's own answer.
 */
export async function findFriends(
  sql: Queryable,
  { id, by }: Pick<OpenedItinerary, 'id' | 'by'>,
  key_hash: Buffer | null,
): Promise<Friends | undefined> {
  const isMaker = by === 'maker'
  const [friends] = await sql<Friends[]>`
    select
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', case when ${isMaker} then a.id end, 'name', a.name, 'is_coming', a.is_coming,
            'visit_date', a.visit_date, 'is_outdated', a.visit_date is distinct from i.visit_date,
            'needs', case when ${isMaker} then a.needs else '' end
          ) order by a.visit_date is distinct from i.visit_date, a.is_coming desc, a.created_at, a.id
        )
        from itinerary_answers a where a.itinerary_id = i.id and a.is_coming is not null
      ), '[]') as answers,
      (
        select jsonb_build_object(
          'this', count(*) filter (where a.vote = 'this'), 'other', count(*) filter (where a.vote = 'other')
        )
        from itinerary_answers a where a.itinerary_id = i.id
      ) as votes,
      case when o.id is not null then jsonb_build_object(
        'id', o.id, 'title', o.title, 'visit_date', o.visit_date, 'stops', coalesce((
          select jsonb_agg(
            jsonb_build_object(
              'name', coalesce(v.name, s.name), 'day', s.day, 'start_time', coalesce(b.start_time, s.start_time)
            ) order by s.place
          )
          from itinerary_stops s
            left join vineyards v on v.id = s.vineyard_id
            left join bookings b on b.id = s.booking_id and b.status <> 'cancelled'
          where s.itinerary_id = o.id
        ), '[]')
      ) end as other,
      (
        select jsonb_build_object(
          'name', a.name, 'is_coming', a.is_coming, 'needs', a.needs, 'vote', a.vote, 'visit_date', a.visit_date,
          'is_outdated', a.visit_date is distinct from i.visit_date
        )
        from itinerary_answers a where a.itinerary_id = i.id and a.key_hash = ${key_hash}
      ) as own
    from itineraries i left join itineraries o on o.id = i.other_plan_id
    where i.id = ${id} and not i.is_curated`
  return friends
}

export type AnswerProblem = SqlEnums['itinerary_answer_problem']

/** A friend's message: an answer, or a vote. `other` is the id of the other itinerary that the friend saw. */
export type FriendMessage =
  | Pick<FriendAnswer, 'name' | 'is_coming' | 'needs' | 'visit_date'>
  | { vote: PlanVote; other: string }

/** Stores a friend's answer or vote, unless the share link has ended. */
export async function answerItinerary(
  sql: Queryable,
  { id, share_id, key_hash }: { id: string; share_id: string; key_hash: Buffer },
  message: FriendMessage,
  now: Date,
): Promise<Result<undefined, AnswerProblem>> {
  const none = { name: null, is_coming: null, needs: null, visit_date: null, vote: null, other: null }
  const { name, is_coming, needs, visit_date, vote, other } = { ...none, ...message }
  return resultOf(
    await retrying(
      sql,
      (db) => db<[Outcome]>`
        select answer_itinerary(
          ${id}, ${share_id}, ${key_hash}, ${name}, ${is_coming}, ${needs}, ${vote}, ${other}, ${now}, ${visit_date}
        ) as problem`,
    ),
  )
}

/** Returns the answer with this key, even after the link of the itinerary has ended. */
export async function findOwnAnswer(
  sql: Queryable,
  id: string,
  key_hash: Buffer,
): Promise<Friends['own'] | undefined> {
  const [own] = await sql<NonNullable<Friends['own']>[]>`
    select name, is_coming, needs, vote, visit_date, false as is_outdated from itinerary_answers
    where itinerary_id = ${id} and key_hash = ${key_hash}`
  return own
}

/** Deletes a friend's answer and vote, even after the link of the itinerary has ended. */
export async function takeAnswerBack(sql: Queryable, id: string, key_hash: Buffer): Promise<void> {
  await sql`delete from itinerary_answers where itinerary_id = ${id} and key_hash = ${key_hash}`
}

type MakerOf = { id: string; key_hash: Buffer; version: number }

/** Deletes a friend's answer if the key belongs to the maker. */
export async function removeAnswer(
  sql: Queryable,
  { id, key_hash }: Omit<MakerOf, 'version'>,
  answer: string,
): Promise<void> {
  await sql`
    delete from itinerary_answers a using itineraries i
    where a.id = ${answer} and a.itinerary_id = ${id} and i.id = a.itinerary_id and may_change_itinerary(i, ${key_hash})`
}

/** Sets the party of an itinerary, unless the itinerary has changed since this version. */
export async function planForParty(
  sql: Queryable,
  { id, key_hash, version }: MakerOf,
  party: number,
): Promise<Result<undefined, AnswerProblem>> {
  const updated = await sql`
    update itineraries i set party = ${party}, version = i.version + 1
    where i.id = ${id} and i.version = ${version} and may_change_itinerary(i, ${key_hash})`
  return updated.count === 1 ? ok(undefined) : refused('stale')
}

/** Starts a vote between an itinerary and another itinerary of its maker. If `other` is null, ends the vote. */
export async function setOtherPlan(
  sql: Queryable,
  { id, key_hash, version }: MakerOf,
  other: { id: string; key_hash: Buffer } | null,
): Promise<Result<undefined, AnswerProblem>> {
  return resultOf(
    await sql<[Outcome]>`
      select set_other_plan(
        ${id}, ${key_hash}, ${version}, ${other?.id ?? null}, ${other?.key_hash ?? null}
      ) as problem`,
  )
}

/**
 * Ends the vote in favour of the other itinerary. The two itineraries swap contents, so that the friends' link shows the chosen
 * one.
 */
export async function goOnWithOtherPlan(
  sql: Queryable,
  { id, key_hash, version }: MakerOf,
): Promise<Result<undefined, AnswerProblem>> {
  return resultOf(
    await retrying(
      sql,
      (db) => db<[Outcome]>`select go_on_with_other_plan(${id}, ${key_hash}, ${version}) as problem`,
    ),
  )
}

type Outcome = { problem: AnswerProblem | null }

function resultOf([{ problem }]: readonly [Outcome]): Result<undefined, AnswerProblem> {
  return problem === null ? ok(undefined) : refused(problem)
}
