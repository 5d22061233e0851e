import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { firstName } from '../booking.ts'
import { type Day, formatMonth, monthOf } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { readProse } from '../../platform/text/text.ts'

/** The largest number of characters in a review, and in an answer. */
export const longestReview = 3000
export const longestAnswer = 2000
/** The largest number of pictures in a review. The SQL function `add_review_picture` has the same number. */
export const mostReviewPictures = 3
/** The largest number of reviews on one page of a vineyard. */
export const mostReviewsShown = 10

/** The stars that a guest may give, with their labels. */
export const starLabels = { 5: 'Excellent', 4: 'Very good', 3: 'Good', 2: 'Fair', 1: 'Poor' } as const

const titles = new Set('mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend'.split(' '))

/** Returns the guest's first name and the month of the visit: 'Ada, June 2026'. */
export function writerOf({ guest_name, booking_date }: { guest_name: string; booking_date: Day }): string {
  return `${shownName(guest_name)}, ${formatMonth(monthOf(booking_date))}`
}

/** Returns the first name in a guest's name, or 'A guest' if there is none. Staff may have typed the name as 'Min, Dr. Ada'. */
function shownName(guestName: string): string {
  const [surname = '', forenames = ''] = guestName.split(',')
  const names = `${forenames} ${surname}`.split(' ').filter((word) => /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(word))
  const name = names.find((word) => !titles.has(word.toLowerCase().replace('.', '')))
  return name === undefined ? 'A guest' : firstName(name)
}

export type ReviewDraft = { stars: number; words: string }
export type ReviewFields = Partial<Record<'stars' | 'words', string>>

/** Returns the stars and words in the guest's form, or a sentence for each wrong field. */
export function readReview(form: FormData): Result<ReviewDraft, ReviewFields> {
  const stars = /^[1-5]$/.test(String(form.get('stars') ?? '')) ? Number(form.get('stars')) : null
  const words = readProse(form.get('words'), longestReview)
  const problems: ReviewFields = {}
  if (stars === null) problems.stars = 'Please choose one to five stars.'
  if (!words.ok)
    problems.words =
      words.problem === 'long'
        ? `Please keep your review to ${longestReview} characters.`
        : 'Please remove the unprintable characters.'
  else if (words.value === '') problems.words = 'Please write a few words about your visit.'
  return stars === null || !words.ok || words.value === ''
    ? refused(problems)
    : ok({ stars, words: words.value })
}

/** The sentences that replace the form, or that say why a review was refused. */
export const reviewSentences: Record<SqlEnums['review_problem'], string> = {
  absent: 'Booking not found',
  uninvited:
    'A review cannot be written for this booking. Guests whom we email can review their visits, but not visits to demonstration estates.',
  not_completed: 'You can write about this visit once it has taken place.',
  no_show: 'The vineyard told us that nobody came, so there is no visit to write about.',
  late: 'Reviews can be written for 60 days after a visit.',
  closed: 'A review can be changed for 24 hours. That time has passed.',
  changed: 'Your review was changed in another window. What you typed here is still in the form.',
  deleted: 'You deleted your review of this visit, so a new one cannot be written.',
  full: `A review has at most ${mostReviewPictures} pictures.`,
}
