import { Facts } from '../../../ui/pictures/ticket.tsx'
import type { VisitFacts } from '../../experiences/experience-facts.ts'
import { answerRequest } from '../request-answers.ts'

/**
 * Answers a guest's request with the facts that the vineyard states. Shows nothing if the request is not about a fact.
 */
export default function RequestAnswers({ request, facts }: { request: string; facts: VisitFacts }) {
  const answers = answerRequest(request, facts)
  return (
    <div className="request-answers">
      {answers.map(({ asked, sentences }) => (
        <Facts key={asked} items={[{ term: asked, value: sentences.join(' ') }]} />
      ))}
    </div>
  )
}
