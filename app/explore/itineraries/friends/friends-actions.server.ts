import { data, href, redirect } from 'react-router'

import { hashToken, isToken, makeToken } from '../../../people/sign-in/session.server.ts'
import { attempt, readOr } from '../../../platform/attempt.server.ts'
import { clock, database, log, rateLimited } from '../../../platform/context.ts'
import { isId } from '../../../platform/ids.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import { itineraryKeyHeader } from '../device-itineraries.ts'
import type { ItineraryRefusal } from '../edit-form.ts'
import type { OpenedItinerary } from '../itinerary.server.ts'
import {
  itineraryKeyOf,
  type ItineraryRequest,
  openAsMaker,
  openItinerary,
  refuse,
  withKey,
} from '../open-itinerary.server.ts'
import {
  type AnswerProblem,
  answerItinerary,
  findFriends,
  type FriendMessage,
  goOnWithOtherPlan,
  planForParty,
  removeAnswer,
  setOtherPlan,
} from './friends.server.ts'
import {
  friendIntents,
  type Friends,
  friendSentences,
  makerIntents,
  makerSentences,
  readFriend,
  readPlanAddress,
} from './friends.ts'

/** The data about friends on the page of a shared itinerary, with the key of this browser's answer. */
export type FriendsView = Friends & {
  /** The key of this browser's answer, or a new one for the first answer */
  answer_key: string
  /** Whether the key came in the address, because scripts are off */
  isKeyInAddress: boolean
  /** Whether the answers could not be read */
  isMissing: boolean
}

/** Returns the answers to an itinerary; null for a curated one. */
export async function readFriends(
  { context, request }: ItineraryRequest,
  itinerary: Pick<OpenedItinerary, 'id' | 'by'>,
): Promise<FriendsView | null> {
  const sent = itinerary.by === 'reader' ? itineraryKeyOf(request, 'answer') : null
  const friends = await readOr(context, 'The answers to an itinerary could not be read', unread, (sql) =>
    findFriends(sql, itinerary, sent?.key_hash ?? null),
  )
  if (!friends) return null
  const [answer_key, isKeyInAddress] = [sent?.key ?? makeToken(), sent?.isInAddress ?? false]
  return { ...friends, answer_key, isKeyInAddress, isMissing: friends === unread }
}

const unread: Friends = { answers: [], votes: { this: 0, other: 0 }, other: null, own: null }

/** Responds to a form about friends; returns undefined for any other form of the page. */
export async function respondToFriends(args: ItineraryRequest, form: FormData) {
  const intent = String(form.get('intent'))
  if (friendIntents.includes(intent)) return respondToFriend(args, form, intent)
  if (makerIntents.includes(intent)) return respondToMaker(args, form, intent)
  return undefined
}

async function respondToFriend(args: ItineraryRequest, form: FormData, intent: string) {
  const { context, params, request } = args
  const [sql, now] = [context.get(database), context.get(clock)()]
  const { by, is_curated } = await openItinerary(args)
  const share_id = new URL(request.url).searchParams.get('share') ?? ''
  const header = request.headers.get(itineraryKeyHeader)
  const answer_key = header ?? String(form.get('answer_key'))
  if (by === 'maker' || is_curated || !isId(params.id) || !isId(share_id) || !isToken(answer_key))
    throw data({ message: 'This page cannot do that.' }, { status: 400 })
  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, limited.sentence)

  const key = { id: params.id, share_id, key_hash: hashToken(answer_key) }
  const message = readMessage(form, intent)
  if (!message.ok) return refuse(form, 422, null, message.problem)
  const answered = await attempt(context.get(log), 'An answer could not be stored', () =>
    answerItinerary(sql, key, message.value, now),
  )
  if (!answered.ok) return refuse(form, 503, friendSentences.failed)
  // A browser that sends the key as a header has stored the key, so its address does not need the key.
  const suffix = header === null ? `&answer=${answer_key}` : ''
  if (answered.value.ok)
    return redirect(`${href('/itinerary/:id', { id: params.id })}?share=${share_id}${suffix}#friends`)
  const { problem } = answered.value
  return refuse(form, problem === 'absent' ? 404 : 409, friendSentences[problem])
}

function readMessage(form: FormData, intent: string): Result<FriendMessage, ItineraryRefusal['fields']> {
  if (intent === 'vote_this' || intent === 'vote_other') {
    const other = String(form.get('other'))
    return ok({ vote: intent === 'vote_this' ? 'this' : 'other', other: isId(other) ? other : noPlan })
  }
  const friend = readFriend(form)
  return friend.ok ? ok({ ...friend.value, is_coming: intent === 'coming' }) : refused(friend.problem)
}

/** An id that no itinerary has, so that a vote with this id is always refused. */
const noPlan = '00000000-0000-0000-0000-000000000000'

async function respondToMaker(args: ItineraryRequest, form: FormData, intent: string) {
  const { context, params, request } = args
  const { key, key_hash } = await openAsMaker(args)
  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, limited.sentence)
  const changed = await attempt(context.get(log), 'The answers to an itinerary could not be changed', () =>
    changeForMaker(args, form, intent, key_hash),
  )
  if (!changed.ok) return refuse(form, 503, friendSentences.failed)
  if (changed.value.ok) return redirect(`${withKey(href('/itinerary/:id', params), request, key)}#friends`)
  const { problem } = changed.value
  if (problem !== 'absent') return refuse(form, 409, makerSentences[problem])
  return refuse(form, 422, null, { other_plan: makerSentences.absent })
}

async function changeForMaker(
  { context, params: { id } }: ItineraryRequest,
  form: FormData,
  intent: string,
  key_hash: Buffer,
): Promise<Result<undefined, AnswerProblem>> {
  const sql = context.get(database)
  // A malformed version becomes 0, which no itinerary has, so that the change is refused as stale.
  const version = /^\d{1,9}$/.test(String(form.get('version'))) ? Number(form.get('version')) : 0
  const maker = { id, key_hash, version }
  if (intent === 'remove_answer') {
    const answer = String(form.get('answer'))
    if (isId(answer)) await removeAnswer(sql, maker, answer)
    return ok(undefined)
  }
  if (intent === 'party') {
    const party = Number(form.get('party'))
    return party >= 1 && party <= 100 && Number.isInteger(party)
      ? planForParty(sql, maker, party)
      : refused('stale')
  }
  if (intent === 'go_on_this') return setOtherPlan(sql, maker, null)
  if (intent === 'go_on_other') return goOnWithOtherPlan(sql, maker)
  const other = readPlanAddress(String(form.get('other_plan') ?? ''))
  if (!other || !isId(other.id) || !isToken(other.key)) return refused('absent')
  return setOtherPlan(sql, maker, { id: other.id, key_hash: hashToken(other.key) })
}
