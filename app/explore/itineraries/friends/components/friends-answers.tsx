import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import type { FriendsView } from '../friends-actions.server.ts'
import { answeredDay, answersSentence, countComing } from '../friends.ts'
import { ComingBadge } from './ask-friend.tsx'

/** Shows the friends' answers to the maker, who can adjust the number of guests to the answers. */
export function FriendsAnswers({ friends: { answers, party, version } }: { friends: FriendsView }) {
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
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="party" value={guests} />
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
