import { arrivalSentence } from '../booking-terms.ts'
import { type PaidAndDue, paidSentence } from '../payments/paid-sentence.ts'
import type { EmailPart } from '../../mail/email.ts'
import type { VisitFacts } from '../../catalogue/experiences/experience-facts.ts'
import { statedWhen } from '../../catalogue/facts/facts.ts'
import { factsBySubject } from '../../catalogue/facts/subjects.ts'
import { answerRequest } from '../../catalogue/facts/request-answers.ts'

export const earlyNotice = (money: PaidAndDue & { currency: string }): EmailPart => ({
  kind: 'notice',
  text: `${arrivalSentence} ${paidSentence(money, money.currency)}`,
})
export const demonstrationNotice: EmailPart = {
  kind: 'notice',
  text: 'This is a demonstration estate: it is fictional, and nobody is expecting you.',
}

/** Says that the address has another booking with the same start, and how to cancel one of the two. */
export function sameTime({ same_time }: { same_time: { reference: string } | null }): EmailPart[] {
  if (same_time === null) return []
  const other = `You have another booking at the same time: ${same_time.reference}.`
  return [
    {
      kind: 'notice',
      text: `${other} If you need only one, cancel the other. This email links to both bookings.`,
    },
  ]
}

/** Returns the facts about a visit by subject, and the month in which the vineyard stated them. */
export function visitFacts(visit: VisitFacts): EmailPart[] {
  const subjects = factsBySubject(visit)
  const facts = subjects.map(({ label, lines }) => ({
    label,
    value: lines.map(({ text, detail }) => [text, detail].filter(Boolean).join('. ')).join('\n'),
  }))
  if (facts.length === 0) return []
  const when = statedWhen(subjects.flatMap(({ lines }) => lines))
  return [{ kind: 'facts', facts }, ...(when ? [{ kind: 'text' as const, text: `${when}.` }] : [])]
}

/** Returns what the vineyard states about the guest's request; nothing if the email address is unverified. */
export function requestAnswers(
  facts: VisitFacts & { special_requests: string; is_unverified: boolean },
): EmailPart[] {
  if (facts.is_unverified) return []
  const answers = answerRequest(facts.special_requests, facts).map(({ asked, sentences }) => ({
    label: asked,
    value: sentences.join('\n'),
  }))
  return answers.length > 0 ? [{ kind: 'facts', facts: answers }] : []
}
