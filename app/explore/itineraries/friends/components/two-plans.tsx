import { formatDay, formatTime } from '../../../../platform/days.ts'
import { countOf } from '../../../../platform/text/counts.ts'
import { HiddenFields } from '../../../../ui/forms/form-parts.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { type Itinerary, nameOf } from '../../itinerary.ts'
import type { FriendsView } from '../friends-actions.server.ts'
import type { PlanVote, VotedPlan } from '../friends.ts'
import { keepAnswerKey } from './ask-friend.tsx'

/** Shows two itineraries side by side: friends vote, and the maker chooses one of them. */
export function TwoPlans({
  friends: { votes, own, answer_key },
  other,
  itinerary,
  isMaker,
}: {
  friends: FriendsView
  other: VotedPlan
  itinerary: Itinerary
  isMaker: boolean
}) {
  const stops = itinerary.stops.map((stop) => ({
    name: nameOf(stop),
    day: stop.day,
    start_time: stop.booked?.start_time ?? stop.start_time,
  }))
  const plans: { vote: PlanVote; plan: VotedPlan }[] = [
    { vote: 'this', plan: { ...itinerary, stops } },
    { vote: 'other', plan: other },
  ]
  return (
    <section className="panel" aria-labelledby="two-plans">
      <h2 id="two-plans">
        {isMaker ? 'Your friends choose between two plans' : 'Which plan do you prefer?'}
      </h2>
      <Form
        method="post"
        className="two-plans"
        preventScrollReset
        onSubmit={({ nativeEvent: { submitter } }) => {
          if (isMaker) return
          keepAnswerKey(itinerary.id, answer_key)
          // The button disappears after the vote.
          submitter?.closest<HTMLElement>('.voted-plan')?.focus()
        }}
      >
        <HiddenFields values={{ answer_key, other: other.id, version: itinerary.version }} />
        {plans.map(({ vote, plan }) => (
          <div key={vote} className="voted-plan" role="group" tabIndex={-1} aria-label={plan.title}>
            <h3>{plan.title}</h3>
            <p className="soft small">
              {vote === 'this' ? 'The plan on this page, ' : ''}
              {plan.visit_date ? formatDay(plan.visit_date) : vote === 'this' ? 'any day' : 'Any day'}
            </p>
            <ul className="plain small">
              {plan.stops.map(({ name, start_time }, n) => (
                <li key={n}>
                  {start_time && <span className="num soft">{formatTime(start_time)}</span>} {name}
                </li>
              ))}
            </ul>
            <p className="row">
              <strong>{countOf(votes[vote], 'vote')}</strong>
              {own?.vote === vote && (
                <Badge tone="yes" icon="tick">
                  Your choice
                </Badge>
              )}
            </p>
            {isMaker ? (
              <Button small name="intent" value={`go_on_${vote}`}>
                Go on with this plan<span className="sr"> {plan.title}</span>
              </Button>
            ) : (
              own?.vote !== vote && (
                <Button small variant="primary" name="intent" value={`vote_${vote}`}>
                  Choose this plan<span className="sr"> {plan.title}</span>
                </Button>
              )
            )}
          </div>
        ))}
      </Form>
      {isMaker && (
        <p className="soft small">
          Going on with a plan ends the vote. Your link then shows that plan, and you find the other one under
          My itineraries.
        </p>
      )}
    </section>
  )
}
