import { type Day, formatDay, isDay, type Time } from '../../../platform/days.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import { readLine, readProse } from '../../../platform/text/text.ts'
import type { ItineraryRefusal } from '../edit-form.ts'
import { maxRequests } from '../../../bookings/new-bookings/booking-request.ts'

/** The largest numbers of characters of a friend's name and needs. */
export const longestFriendName = 40
export const longestNeeds = 300

/** `this` is the itinerary that was shared, `other` is the other itinerary. */
export type PlanVote = 'this' | 'other'

/** A friend's answer about a day. It is outdated if the itinerary now has another day. Only the maker gets `id` and `needs`. */
export type FriendAnswer = {
  id: string | null
  name: string
  is_coming: boolean
  needs: string
  visit_date: Day | null
  is_outdated: boolean
}

/** An itinerary as the vote shows it */
export type VotedPlan = {
  id: string
  title: string
  visit_date: Day | null
  stops: { name: string; day: number; start_time: Time | null }[]
}

/** The answers to a shared itinerary, and the vote between this and the other itinerary */
export type Friends = {
  answers: FriendAnswer[]
  votes: Record<PlanVote, number>
  other: VotedPlan | null
  /** The answer and vote given in this browser; null for the maker and before the first answer. */
  own:
    | (Pick<FriendAnswer, 'needs' | 'visit_date' | 'is_outdated'> & {
        name: string | null
        is_coming: boolean | null
        vote: PlanVote | null
      })
    | null
}

export const friendSentences = {
  name: `Please enter your first name, up to ${longestFriendName} characters.`,
  needs: `Please use up to ${longestNeeds} characters, without unprintable ones.`,
  full: 'This plan already has 30 answers, so no more fit. Please tell the person who shared it.',
  absent: 'The link has ended, so nothing was saved.',
  stale: 'The vote has changed in the meantime. The latest version is shown below.',
  failed: 'That couldn’t be saved just now. Please try again.',
} as const

export const makerSentences = {
  absent: 'We couldn’t find that plan. Paste the whole address of another plan that you can change.',
  full: '',
  stale:
    'This was changed in another window in the meantime. The latest version is shown below; please try again.',
} as const

/** The intents of a friend's forms, and of the maker's forms about friends */
export const friendIntents = ['coming', 'not_coming', 'vote_this', 'vote_other']
export const makerIntents = ['remove_answer', 'party', 'other_plan', 'go_on_this', 'go_on_other']

/** Returns the name, the needs and the shown day in a friend's form, or a sentence for each wrong field. */
export function readFriend(
  form: FormData,
): Result<Pick<FriendAnswer, 'name' | 'needs' | 'visit_date'>, ItineraryRefusal['fields']> {
  const name = readLine(form.get('friend_name'), longestFriendName)
  const needs = readProse(form.get('needs'), longestNeeds)
  const day = String(form.get('visit_date') ?? '')
  if (name.ok && needs.ok)
    return ok({ name: name.value, needs: needs.value, visit_date: isDay(day) ? day : null })
  return refused({
    ...(!name.ok && { friend_name: friendSentences.name }),
    ...(!needs.ok && { needs: friendSentences.needs }),
  })
}

/** Returns the id and edit key in the address of an itinerary's page, or null. */
export function readPlanAddress(text: string): { id: string; key: string } | null {
  const [, id, query] =
    /\/itinerary\/([0-9a-f-]{36})(?:\/edit)?\?([^#\s]*)/i.exec(text.slice(0, 1000).trim()) ?? []
  const key = new URLSearchParams(query).get('key')
  return id && key ? { id: id.toLowerCase(), key } : null
}

type ShownAnswer = Pick<FriendAnswer, 'is_coming' | 'is_outdated'>

/** Returns the answers as a sentence such as '3 are coming, 1 cannot come, 1 answered for another day'. */
export function answersSentence(answers: ShownAnswer[]): string {
  const coming = countComing(answers)
  const outdated = answers.filter(({ is_outdated }) => is_outdated).length
  const not = answers.length - outdated - coming
  const parts = [
    coming > 0 && (coming === 1 ? '1 is coming' : `${coming} are coming`),
    not > 0 && `${not} cannot come`,
    outdated > 0 && `${outdated} answered for another day`,
  ]
  return parts.filter((part) => part !== false).join(', ') || 'Nobody has answered yet'
}

/** Counts the friends who come on the itinerary's present day. */
export function countComing(answers: ShownAnswer[]): number {
  return answers.filter(({ is_coming, is_outdated }) => is_coming && !is_outdated).length
}

/** Returns the day about which a friend answered, such as 'Saturday 5 December 2026'. */
export function answeredDay(visit_date: Day | null): string {
  return visit_date ? formatDay(visit_date) : 'a plan without a day'
}

/**
 * Returns the needs of the friends who come, without names, for the requests of a booking. `left_out` counts the needs
 * that do not fit.
 */
export function requestOfFriends(answers: (ShownAnswer & Pick<FriendAnswer, 'needs'>)[]): {
  text: string
  left_out: number
} {
  const needs = answers.flatMap((answer) =>
    countComing([answer]) === 1 && answer.needs !== '' ? [answer.needs] : [],
  )
  let text = ''
  let left_out = 0
  for (const need of needs) {
    const next = text === '' ? need : `${text}\n${need}`
    if (next.length > maxRequests) left_out++
    else text = next
  }
  return { text, left_out }
}
