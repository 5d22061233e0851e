import { useEffect } from 'react'
import { href, useLocation, useNavigate, useRevalidator } from 'react-router'

import { keepHealthDays } from '../../../../bookings/notes/notes.ts'
import { formatDay } from '../../../../platform/days.ts'
import type { Itinerary } from '../../itinerary.ts'
import { readStored, store } from '../../../../staff-client/local-storage.ts'
import { HiddenFields } from '../../../../ui/forms/form-parts.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { withoutKey } from '../../components/stored-itinerary.tsx'
import { answerName } from '../../device-itineraries.ts'
import type { ItineraryRefusal } from '../../edit-form.ts'
import type { FriendsView } from '../friends-actions.server.ts'
import {
  answeredDay,
  answersSentence,
  type FriendAnswer,
  longestFriendName,
  longestNeeds,
} from '../friends.ts'

/** Asks a friend who opened the share link for an answer, or shows the answer and lets the friend change it. */
export function AskFriend({
  friends,
  itinerary: { id, visit_date },
  refusal,
}: {
  friends: FriendsView
  itinerary: Pick<Itinerary, 'id' | 'visit_date'>
  refusal: ItineraryRefusal | null
}) {
  const { own, answers, answer_key, isKeyInAddress } = friends
  useAnswerKey(id, friends)
  const { search } = useLocation()
  const hasAnswer = own !== null && own.is_coming !== null
  const isAnswered = hasAnswer && !own.is_outdated
  const { typed, fields } = refusal ?? {}
  const form = (
    <Form
      method="post"
      className="stack"
      preventScrollReset
      // From now on, requests about this itinerary send the key as a header.
      onSubmit={() => keepAnswerKey(id, answer_key)}
    >
      <HiddenFields values={{ answer_key, visit_date }} />
      <TextField
        label="Your first name"
        name="friend_name"
        maxLength={longestFriendName}
        autoComplete="given-name"
        required
        hint="Everyone with the link sees your name."
        defaultValue={typed?.friend_name ?? own?.name ?? ''}
        error={fields?.friend_name}
      />
      <TextAreaField
        label="Diet or access needs"
        name="needs"
        rows={2}
        maxLength={longestNeeds}
        optional
        hint={`Only the person who made the plan sees your needs, and may pass them on to a vineyard when booking. We delete them ${keepHealthDays} days after the visit.`}
        defaultValue={typed?.needs ?? own?.needs ?? ''}
        error={fields?.needs}
      />
      <p className="row">
        <Button variant="primary" name="intent" value="coming">
          I am coming
        </Button>
        <Button name="intent" value="not_coming">
          I cannot come
        </Button>
        {own && (
          <Button variant="text" formAction={href('/itinerary/:id/answer', { id }) + search} formNoValidate>
            Take my answer back
          </Button>
        )}
      </p>
    </Form>
  )
  return (
    <section className="panel" aria-labelledby="friends-answer">
      <h2 id="friends-answer">
        {isAnswered ? `Thank you, ${own.name}` : hasAnswer ? 'The day has changed' : 'Are you coming?'}
      </h2>
      {hasAnswer && own.is_outdated && (
        <p>
          {visit_date ? <>It is now {formatDay(visit_date)}. </> : 'The plan no longer has a day. '}
          You answered for {answeredDay(own.visit_date)}; please answer again.
        </p>
      )}
      {hasAnswer && (
        <p>
          You said: <strong>{own.is_coming ? 'I am coming' : 'I cannot come'}</strong>.
          {own.needs !== '' && <> You told the person who made the plan: {own.needs}</>}
        </p>
      )}
      <p className="soft small">The person who shared this plan books the visits for everyone.</p>
      {isKeyInAddress && (
        <p className="soft small">
          The address of this page is yours alone. Keep it to change your answer. To invite others, pass on
          the link that you were sent.
        </p>
      )}
      {isAnswered ? (
        <details open={refusal !== null}>
          <summary>Change your answer</summary>
          {form}
        </details>
      ) : (
        form
      )}
      {answers.length > 0 && (
        <div className="friends-said">
          <h3>{answersSentence(answers)}</h3>
          <ul className="plain">
            {answers.map(({ name, is_coming, is_outdated }, n) => (
              <li key={n}>
                <ComingBadge {...{ is_coming, is_outdated }} /> <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

export function ComingBadge({ is_coming, is_outdated }: Pick<FriendAnswer, 'is_coming' | 'is_outdated'>) {
  const [tone, icon, text] = is_outdated
    ? (['note', 'calendar', 'For another day'] as const)
    : is_coming
      ? (['yes', 'tick', 'Coming'] as const)
      : (['no', 'cross', 'Cannot come'] as const)
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}

/** Stores the key of this browser's answer, so that requests about the itinerary send the key. */
export function keepAnswerKey(id: string, answer_key: string): void {
  if (readStored(answerName(id)) === null) store(answerName(id), answer_key)
}

/**
 * Finds this browser's answer by its stored key. Removes the key from the address, so that sharing the address does not
 * share the key.
 */
export function useAnswerKey(
  id: string,
  { own, answer_key, isKeyInAddress }: Pick<FriendsView, 'own' | 'answer_key' | 'isKeyInAddress'>,
): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const stored = readStored(answerName(id))
    if (own === null && stored !== null && stored !== answer_key) void revalidate()
    // Tries only once: if the key belongs to no answer now, it never will.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  useEffect(() => {
    if (!isKeyInAddress || own === null) return
    store(answerName(id), answer_key)
    if (readStored(answerName(id)) !== answer_key) return
    const params = new URLSearchParams(search)
    params.delete('answer')
    void navigate({ pathname, search: params.toString(), hash }, withoutKey)
  }, [id, own, answer_key, isKeyInAddress, pathname, search, hash, navigate])
}
