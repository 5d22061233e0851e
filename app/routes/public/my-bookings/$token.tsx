import { data, Form, href, redirect } from 'react-router'

import { attempt, readForPage } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { openList, opensList } from '../../../people/accounts/opened-list.server.ts'
import { linkSentences } from '../../../staff-client/sign-in-sentences.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Route } from './+types/$token.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Your bookings', 'noindex, nofollow')

export async function loader({ context, params }: Route.LoaderArgs) {
  const works = await readForPage(
    context.get(log),
    'A link to a list of bookings could not be read',
    () => opensList(context.get(database), params.token, context.get(clock)()),
    { message: 'This page could not be loaded. Please try again.' },
  )
  return data({ works }, { status: works ? 200 : 404 })
}

/** Opens the list only after a click, because mail scanners open every link. */
export async function action({ context, params, request }: Route.ActionArgs) {
  await readForm(request)
  const cookie = await attempt(context.get(log), 'A list of bookings could not be opened', () =>
    openList(context.get(database), context.get(config), params.token, context.get(clock)()),
  )
  if (!cookie.ok) return data({ problem: 'That did not work. Please try again.' }, { status: 503 })
  if (cookie.value === undefined) return data({ problem: null }, { status: 410 })
  return redirect(href('/my-bookings'), { headers: { 'Set-Cookie': cookie.value } })
}

export default function BookingsLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <PageHeading
        title={loaderData.works ? 'Your bookings' : 'This link no longer works'}
        lede={
          loaderData.works
            ? 'The bookings made with your email address will be listed in this browser for 30 minutes. You can close the list sooner.'
            : linkSentences.spent
        }
      >
        {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      </PageHeading>
      {loaderData.works ? (
        // The full page load sends the new cookie, with or without JavaScript.
        <Form method="post" reloadDocument>
          <Button variant="primary">Show my bookings</Button>
        </Form>
      ) : (
        <ButtonLink to={href('/my-bookings')}>My bookings</ButtonLink>
      )}
    </div>
  )
}
