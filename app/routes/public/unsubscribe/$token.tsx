import { data, Form } from 'react-router'

import { attempt, readForPage } from '../../../platform/attempt.server.ts'
import { clock, database, log } from '../../../platform/context.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { unlistedHead } from '../../../ui/page/head.ts'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { unsubscribable } from '../../../mail/unsubscribe.ts'
import { findUnsubscribe, setUnsubscribed } from '../../../mail/unsubscribe.server.ts'
import type { Route } from './+types/$token.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Unsubscribe', 'noindex, nofollow')

const unknownLink = () =>
  data({ message: 'This link does not work. Please use the link in the newest email.' }, { status: 404 })

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await readForPage(
    context.get(log),
    'A link to unsubscribe could not be read',
    () => findUnsubscribe(context.get(database), params.token),
    { message: 'This page could not be loaded. Please try again.' },
  )
  if (!found) throw unknownLink()
  return found
}

/** Unsubscribes on any POST, because mailbox providers send one (RFC 8058). Only the intent of our own form subscribes again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const resubscribes = (await readForm(request)).get('intent') === 'subscribe'
  const done = await attempt(context.get(log), 'Unsubscribing failed', () =>
    setUnsubscribed(context.get(database), params.token, !resubscribes, context.get(clock)()),
  )
  if (!done.ok) return data({ problem: 'That did not work. Please try again.' }, { status: 503 })
  if (!done.value) throw unknownLink()
  return { problem: null }
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { email_type, is_unsubscribed } = loaderData
  const name = unsubscribable[email_type]
  return (
    <div className="wrap page">
      <PageHeading
        title={is_unsubscribed ? 'You’ve been unsubscribed' : 'Unsubscribe?'}
        lede={
          is_unsubscribed
            ? `We no longer send ${name} to your address.`
            : `We currently send ${name} to the address that this link came to.`
        }
        role="status"
      >
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      </PageHeading>
      <p>You’ll still get emails about your own bookings or account.</p>
      <Form method="post" className="space-above-small" preventScrollReset>
        {is_unsubscribed ? (
          <FormButton name="intent" value="subscribe">
            Subscribe again
          </FormButton>
        ) : (
          <FormButton variant="primary" name="intent" value="unsubscribe">
            Unsubscribe
          </FormButton>
        )}
      </Form>
    </div>
  )
}
