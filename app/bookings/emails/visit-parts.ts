import type { EmailPart } from '../../mail/email.ts'
import { listVisitFacts, type VisitFacts } from '../../catalogue/experiences/visit-facts.ts'
import { definitionOf, inOrder, statedWhen, wordsOfFact } from '../../catalogue/facts/facts.ts'
import { answerRequest } from '../../catalogue/facts/request-answers.ts'

export const earlyNotice: EmailPart = {
  kind: 'notice',
  text: 'Please arrive 15 minutes early. You pay at the vineyard.',
}
export const demonstrationNotice: EmailPart = {
  kind: 'notice',
  text: 'This is a demonstration estate: it is fictional, and nobody is expecting you.',
}

/** Returns the facts about a visit, and in which month the vineyard stated them. */
export function visitFacts(facts: VisitFacts): EmailPart[] {
  const known = listVisitFacts(facts).map(({ label, text }) => ({ label, value: text }))
  const stated = inOrder(facts.facts).map((fact) => ({
    label: definitionOf(fact.fact).label,
    value: wordsOfFact(fact),
  }))
  return [
    ...(known.length > 0 ? [{ kind: 'facts' as const, facts: known }] : []),
    ...(stated.length > 0
      ? [
          { kind: 'facts' as const, facts: stated },
          { kind: 'text' as const, text: `${statedWhen(facts.facts)}.` },
        ]
      : []),
  ]
}

/** Returns what the vineyard states about the guest's request. Leaves out the request of an unverified address. */
export function requestAnswers(
  facts: VisitFacts & { special_requests: string; is_unverified: boolean },
): EmailPart[] {
  if (facts.is_unverified) return []
  const answers = answerRequest(facts.special_requests, facts)
  return answers.length > 0
    ? [
        {
          kind: 'facts',
          facts: answers.map(({ asked, sentences }) => ({ label: asked, value: sentences.join('\n') })),
        },
      ]
    : []
}
