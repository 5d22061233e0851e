import { data, href, redirect } from 'react-router'

import { lifetimeSentence } from '../../../../people/accounts/link-lifetimes.ts'
import {
  noAlertSentence,
  OpeningAlertForm,
} from '../../../../explore/opening-alerts/components/opening-alert-form.tsx'
import { storeOpeningAlert } from '../../../../explore/opening-alerts/opening-alert.server.ts'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, config, database, log, rateLimited } from '../../../../platform/context.ts'
import { formPageHeaders, readForm } from '../../../../platform/text/form.server.ts'
import { readEmailField } from '../../../../platform/text/visitor-form.ts'
import { waitSentence } from '../../../../staff-client/sign-in-sentences.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import { PageHeading } from '../../../../ui/page/page-heading.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { useSendsEmail } from '../../../../ui/forms/sends-email.ts'
import { readVineyard } from '../../../../explore/vineyard-page/vineyard-page.server.ts'
import type { Route } from './+types/opening-alert.ts'
import '../../../../explore/search/components/explore.css'

export const headers: Route.HeadersFunction = formPageHeaders

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [{ id, name }] = await readVineyard(context, params.id)
  return { vineyard: { id, name }, sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const [vineyard] = await readVineyard(context, params.id)
  const form = await readForm(request)
  const typed = String(form.get('email') ?? '')
  const limited = context.get(rateLimited)
  if (limited) return data({ typed, failed: limited.sentence }, { status: 429 })
  const email = readEmailField(form)
  if (!email.ok) return data({ typed, field: email.problem }, { status: 422 })
  const stored = await attempt(context.get(log), 'An opening alert could not be stored', () =>
    storeOpeningAlert(
      { sql: context.get(database), config: context.get(config) },
      vineyard,
      email.value,
      context.get(clock)(),
    ),
  )
  if (!stored.ok)
    return data(
      { typed, failed: 'Your address could not be stored just now. Please try again.' },
      { status: 503 },
    )
  if (!stored.value.ok)
    return data({ typed, failed: waitSentence(stored.value.problem.wait_seconds) }, { status: 429 })
  return redirect(`${href('/vineyard/:id/opening-alert', { id: vineyard.id })}?sent=1`)
}

export const meta = headOf(({ vineyard }: Route.ComponentProps['loaderData']) => ({
  title: `When ${vineyard.name} opens for booking`,
  description: `Ask for one email when ${vineyard.name} opens for booking.`,
  path: href('/vineyard/:id/opening-alert', { id: vineyard.id }),
  robots: 'noindex',
}))

export default function OpeningAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, sent } = loaderData
  const { id, name } = vineyard
  const sendsEmail = useSendsEmail()
  const trail = [
    { to: href('/explore'), label: 'Vineyards' },
    { to: href('/vineyard/:id', { id }), label: name },
  ]
  return (
    <>
      <Breadcrumb className="wrap" trail={trail} here="Tell me when it opens" />
      <div className="wrap page">
        <PageHeading
          title={
            sent ? (sendsEmail ? 'Check your email' : 'Thank you') : `Tell me when ${name} opens for booking`
          }
        />
        {sent ? (
          <div className="stack">
            <Notice tone={sendsEmail ? 'good' : 'wait'} role="status">
              {sendsEmail
                ? `We’re emailing you a link, which works for ${lifetimeSentence('opening_alert_link')}. Use the link to confirm that the address is yours, and we’ll tell you when ${name} opens for booking.`
                : 'We have your request, but we cannot send emails at the moment. The people who run this site will find it.'}
            </Notice>
            <p>
              <ButtonLink to={href('/vineyard/:id', { id })}>Back to {name}</ButtonLink>
            </p>
          </div>
        ) : sendsEmail ? (
          <OpeningAlertForm vineyardId={id} answer={actionData} />
        ) : (
          <p>{noAlertSentence}</p>
        )}
      </div>
    </>
  )
}
