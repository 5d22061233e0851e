import type { Itinerary } from '../../itinerary.ts'
import type { ItineraryRefusal } from '../../edit-form.ts'
import type { FriendsView } from '../friends-actions.server.ts'
import { answeredDay, answersSentence, countComing, type FriendAnswer } from '../friends.ts'
import { HiddenFields } from '../../../../ui/forms/form-parts.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { AskFriend, ComingBadge } from './ask-friend.tsx'
import { TwoPlans } from './two-plans.tsx'
import './friends.css'

/** Friends' answers and votes: a friend gives them, the maker reads them and adjusts the party. */
export function FriendsPart({
  friends,
  itinerary,
  by,
  isShared,
  refusal,
}: {
  friends: FriendsView
  itinerary: Itinerary
  by: 'maker' | 'reader'
  isShared: boolean
  refusal: ItineraryRefusal | null
}) {
  const { answers, other, own } = friends
  const isMaker = by === 'maker'
  if (isMaker && answers.length === 0 && !other && !isShared && !refusal && !friends.isMissing) return null
  return (
    <div className="friends no-print" id="friends">
      {refusal?.sentence && <Notice tone="bad">{refusal.sentence}</Notice>}
      {isMaker && friends.isMissing ? (
        <Notice tone="bad">Your friends’ answers could not be loaded. Please reload the page.</Notice>
      ) : isMaker ? (
        <FriendsAnswers {...{ answers, itinerary }} />
      ) : (
        <AskFriend key={JSON.stringify(own)} {...{ friends, itinerary, refusal }} />
      )}
      {other && <TwoPlans friends={friends} other={other} itinerary={itinerary} isMaker={isMaker} />}
    </div>
  )
}

/** Shows the friends' answers to the maker, who can adjust the number of guests to the answers. */
function FriendsAnswers({ answers, itinerary }: { answers: FriendAnswer[]; itinerary: Itinerary }) {
  const { party, version } = itinerary
  const guests = countComing(answers) + 1
  return (
    <section className="panel" aria-labelledby="friends-answers">
      <h2 id="friends-answers">Your friends’ answers</h2>
      <p>
        {answers.length > 0 ? (
          <strong>{answersSentence(answers)}.</strong>
        ) : (
          'Nobody has answered yet. Friends answer on the page behind your link.'
        )}
      </p>
      {answers.length > 0 && (
        <ul className="plain result-list">
          {answers.map(({ id, name, is_coming, needs, visit_date, is_outdated }) => (
            <li key={id} className="between">
              <span>
                <ComingBadge {...{ is_coming, is_outdated }} /> <bdi>{name}</bdi>
                {is_outdated && <span className="soft small"> answered for {answeredDay(visit_date)}</span>}
                {needs !== '' && (
                  <span className="soft small friend-needs" dir="auto">
                    {needs}
                  </span>
                )}
              </span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="answer" value={id ?? ''} />
                <Button small variant="text" name="intent" value="remove_answer">
                  Remove<span className="sr"> the answer of {name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {guests > 1 && guests !== party && (
        <Form method="post" className="row" preventScrollReset>
          <HiddenFields values={{ version, party: guests }} />
          <Button variant="primary" name="intent" value="party">
            Plan for {guests} guests
          </Button>
          <span className="soft small">
            {guests === 2 ? 'You and one friend.' : `You and ${guests - 1} friends.`}
          </span>
        </Form>
      )}
    </section>
  )
}
