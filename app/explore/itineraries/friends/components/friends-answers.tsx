import { href } from 'react-router'

import { countOf } from '../../../../platform/text/counts.ts'
import { addDays } from '../../../../platform/days.ts'
import { queryOf } from '../../../search/trip.ts'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import type { Itinerary } from '../../itinerary.ts'
import type { FriendsView } from '../friends-actions.server.ts'
import { answersSentence, countComing, requestOfFriends, visitToBook } from '../friends.ts'
import { ComingBadge } from './ask-friend.tsx'

/** Shows the friends' answers to the maker, who can adjust the party to them. */
export function FriendsAnswers({
  friends: { answers, party, version },
  itinerary,
  today,
}: {
  friends: FriendsView
  itinerary: Pick<Itinerary, 'visit_date' | 'stops'>
  today: string
}) {
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
          {answers.map(({ id, name, is_coming, needs }) => (
            <li key={id} className="between">
              <span>
                <ComingBadge {...{ is_coming }} /> <bdi>{name}</bdi>
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
      <NeedsOfFriends answers={answers} party={party} itinerary={itinerary} today={today} />
    </section>
  )
}

/** A button for each visit that can be booked. It opens the booking form with the friends' needs filled in. */
function NeedsOfFriends({
  answers,
  party,
  itinerary: { visit_date, stops },
  today,
}: Pick<FriendsView, 'answers' | 'party'> & {
  itinerary: Pick<Itinerary, 'visit_date' | 'stops'>
  today: string
}) {
  const { text, left_out } = requestOfFriends(answers)
  const visits = stops.flatMap((stop) => {
    const date = visit_date && addDays(visit_date, stop.day)
    const visit = visitToBook(stop, date !== null && date < today)
    return visit ? [{ ...visit, id: stop.id, date }] : []
  })
  if (text === '' || visits.length === 0) return null
  return (
    <div className="stack-sm">
      <h3>Tell the vineyards</h3>
      <p className="soft small">
        The booking form opens with these needs, without names. You can change the text before you send the
        form.
        {left_out > 0 && ` ${countOf(left_out, 'more need does', 'more needs do')} not fit.`}
      </p>
      <p className="friend-needs" dir="auto">
        {text}
      </p>
      {visits.map(({ id, date, vineyard_id, vineyard, experience_id, title }) => (
        // A plain POST form, because people's needs must not appear in an address.
        <form
          key={id}
          method="post"
          action={href('/book-now/:id', { id: vineyard_id }) + queryOf({ experience: experience_id })}
        >
          <input type="hidden" name="guests" value={party} />
          <input type="hidden" name="special_requests" value={text} />
          {date && <input type="hidden" name="date" value={date} />}
          <Button small name="intent" value={date ? `day:${date}` : 'times'}>
            Book {vineyard}
            <span className="sr"> with these needs for {title}</span>
          </Button>
        </form>
      ))}
    </div>
  )
}
