import { data, href, redirect } from 'react-router'

import { useKeptAnswer } from '../../../../explore/itineraries/components/stored-itinerary.tsx'
import { useAnswerKey } from '../../../../explore/itineraries/friends/components/ask-friend.tsx'
import { findOwnAnswer, takeAnswerBack } from '../../../../explore/itineraries/friends/friends.server.ts'
import { friendSentences } from '../../../../explore/itineraries/friends/friends.ts'
import { itineraryKeyOf, ownAnswerPath } from '../../../../explore/itineraries/open-itinerary.server.ts'
import { hashToken, isToken } from '../../../../people/sign-in/session.server.ts'
import { attempt, readForPage } from '../../../../platform/attempt.server.ts'
import { database, log, rateLimited } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { readForm } from '../../../../platform/text/form.server.ts'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import { PageHeading } from '../../../../ui/page/page-heading.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import type { Route } from './+types/answer.ts'

export const meta = headOf({
  title: 'Your answer to a shared day',
  description: 'Take your answer back.',
  robots: 'noindex, nofollow',
})

/** Loads a friend's own answer by its key, also after the link of the plan has ended. Shows nothing of the plan. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const answer = itineraryKeyOf(request, 'answer')
  const own = await readForPage(
    context.get(log),
    'An answer could not be read',
    async () => (answer && isId(id) ? findOwnAnswer(context.get(database), id, answer.key_hash) : undefined),
    { message: 'Your answer could not be loaded', to: href('/itinerary/:id/answer', { id }) },
  )
  const isTaken = new URL(request.url).searchParams.has('taken')
  const [answer_key, isKeyInAddress] = [answer?.key ?? '', answer?.isInAddress ?? false]
  return { own: own ?? null, answer_key, isKeyInAddress, isTaken }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer_key = itineraryKeyOf(request, 'answer')?.key ?? String(form.get('answer_key'))
  if (!isId(id) || !isToken(answer_key)) throw data({ message: 'This page cannot do that.' }, { status: 400 })
  const limited = context.get(rateLimited)
  if (limited) return data({ problem: limited.sentence }, { status: 429 })
  const taken = await attempt(context.get(log), 'An answer could not be deleted', () =>
    takeAnswerBack(context.get(database), id, hashToken(answer_key)),
  )
  if (!taken.ok) return data({ problem: friendSentences.failed }, { status: 503 })
  return redirect(ownAnswerPath(id, new URL(request.url).searchParams.get('share'), { taken: 'yes' }))
}

export default function OwnAnswerPage({ loaderData, actionData: answer, params }: Route.ComponentProps) {
  const actionData = useKeptAnswer(answer)
  const { own, answer_key, isTaken } = loaderData
  useAnswerKey(params.id, loaderData)
  return (
    <div className="wrap page">
      <Breadcrumb trail={[{ to: href('/itineraries'), label: 'Itineraries' }]} here="Your answer" />
      <PageHeading title="Your answer to a shared day" />
      <div className="stack measure">
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
        {own ? (
          <Form method="post" className="stack">
            <input type="hidden" name="answer_key" value={answer_key} />
            {own.is_coming !== null && (
              <p>
                You said, as <bdi>{own.name}</bdi>:{' '}
                <strong>{own.is_coming ? 'I am coming' : 'I cannot come'}</strong>.
                {own.needs !== '' && <> You told the person who made the plan: {own.needs}</>}
              </p>
            )}
            {own.vote !== null && <p>You chose one of two plans.</p>}
            <p>Taking your answer back deletes it. The person who made the plan no longer sees it.</p>
            <p>
              <Button variant="primary">Take my answer back</Button>
            </p>
          </Form>
        ) : isTaken ? (
          <Notice tone="good" role="status">
            Your answer has been deleted.
          </Notice>
        ) : (
          <p>
            We couldn’t find your answer. Open this page in the browser in which you answered, or use the link
            that we showed you afterwards.
          </p>
        )}
      </div>
    </div>
  )
}
