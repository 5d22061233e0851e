import { data, Form, href, redirect } from 'react-router'

import {
  confirmOpeningAlert,
  findOpeningAlert,
  withdrawOpeningAlert,
} from '../../../explore/opening-alerts/opening-alert.server.ts'
import { attempt, readForPage } from '../../../platform/attempt.server.ts'
import { clock, database, log } from '../../../platform/context.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Route } from './+types/$token.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Tell me when it opens', 'noindex, nofollow')

/** Loads the alert of the link, or null if it never existed or was withdrawn. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const alert = await readForPage(
    context.get(log),
    'An opening alert could not be read',
    () => findOpeningAlert(context.get(database), params.token, context.get(clock)()),
    { message: 'This page could not be loaded. Please try again.' },
  )
  const isWithdrawn = !alert && new URL(request.url).searchParams.has('withdrawn')
  return data({ alert: alert ?? null, isWithdrawn }, { status: alert || isWithdrawn ? 200 : 404 })
}

/** Confirms or withdraws the alert only after a click, because mail scanners open every link. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const withdraws = (await readForm(request)).get('intent') === 'withdraw'
  const sql = context.get(database)
  const done = await attempt(context.get(log), 'An opening alert could not be changed', () =>
    withdraws
      ? withdrawOpeningAlert(sql, params.token)
      : confirmOpeningAlert(sql, params.token, context.get(clock)()),
  )
  if (!done.ok) return data({ problem: 'That did not work. Please try again.' }, { status: 503 })
  if (withdraws && done.value) return redirect(`${href('/opening-alert/:token', params)}?withdrawn=1`)
  return { problem: null }
}

export default function OwnOpeningAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { alert, isWithdrawn } = loaderData
  if (!alert)
    return isWithdrawn ? (
      <Message
        title="You’ve withdrawn your request"
        lede="We’ve deleted your address and won’t send you the email."
      />
    ) : (
      <Message
        title="This link no longer works"
        lede="There is a newer link, this one is too old, or we’ve already sent you the email and deleted your address."
      />
    )
  const { vineyard_id: id, vineyard_name: name, is_confirmed } = alert
  return (
    <div className="wrap page">
      <PageHeading
        title={is_confirmed ? 'We’ll tell you' : `Tell you when ${name} opens for booking?`}
        lede={
          is_confirmed
            ? `You’ll get one email when ${name} opens for booking. Then we delete your address.`
            : 'Confirm that this address is yours. You’ll get one email, then we delete your address.'
        }
        role="status"
      >
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      </PageHeading>
      <Form method="post" className="row" preventScrollReset>
        {is_confirmed ? (
          <ButtonLink to={href('/vineyard/:id', { id })}>Back to {name}</ButtonLink>
        ) : (
          <FormButton variant="primary" name="intent" value="confirm">
            Yes, tell me
          </FormButton>
        )}
        <FormButton name="intent" value="withdraw">
          {is_confirmed ? 'Withdraw' : 'No, delete my address'}
        </FormButton>
      </Form>
    </div>
  )
}

function Message(heading: { title: string; lede: string }) {
  return (
    <div className="wrap page">
      <PageHeading {...heading} role="status" />
      <ButtonLink to={href('/explore')}>Find a vineyard</ButtonLink>
    </div>
  )
}
