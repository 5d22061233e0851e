import { data, href, redirect } from 'react-router'
import {
  type ClaimRefusal,
  newVineyardFields,
  readClaim,
  readNewVineyardClaim,
} from '../../../../moving-in/claims/claim.ts'
import { newVineyard, storeClaim } from '../../../../moving-in/claims/claim.server.ts'
import { countOpeningAlerts } from '../../../../explore/opening-alerts/opening-alert.server.ts'
import { waitSentence } from '../../../../staff-client/sign-in-sentences.ts'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log } from '../../../../platform/context.ts'
import { countOf } from '../../../../platform/text/counts.ts'
import { formPageHeaders, readFormToKeep } from '../../../../platform/text/form.server.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { pageHead } from '../../../../ui/page/head.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import { ClaimForm, ClaimThanks } from '../../../../moving-in/claims/components/claim-form.tsx'
import { readVineyard } from '../../../../explore/vineyard-page/vineyard-page.server.ts'
import type { Route } from './+types/claim.ts'
import '../../../../explore/search/components/explore.css'

/** Keeps the page out of the page cache, because each visitor needs a form key of their own. */
export const headers: Route.HeadersFunction = formPageHeaders

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { claim_form_url } = context.get(config)
  if (claim_form_url) throw redirect(claim_form_url)
  const { searchParams } = new URL(request.url)
  const page = { sent: searchParams.has('sent'), form_key: crypto.randomUUID() as string }
  if (params.id === undefined) {
    const newName = (searchParams.get('name') ?? '').slice(0, newVineyardFields.vineyard_name.longest)
    return { ...page, vineyard: null, newName, waiting: 0 }
  }
  const [{ id, name, is_verified }, waiting] = await readVineyard(context, params.id, countOpeningAlerts)
  return { ...page, vineyard: { id, name, is_verified }, newName: null, waiting }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readFormToKeep(request, context)
  const [vineyard] = params.id ? await readVineyard(context, params.id) : [null]
  const here = vineyard ? href('/vineyard/:id/claim', { id: vineyard.id }) : href('/for-vineyards/add')
  if (vineyard?.is_verified) return redirect(here)

  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, { failed: limited.sentence })
  const claim = vineyard ? readClaim(form) : readNewVineyardClaim(form)
  if (!claim.ok) return refuse(form, 422, { fields: claim.problem })
  const stored = await attempt(context.get(log), 'A claim could not be stored', () =>
    storeClaim(
      { sql: context.get(database), config: context.get(config) },
      vineyard ?? newVineyard(claim.value),
      claim.value,
      context.get(clock)(),
    ),
  )
  if (!stored.ok)
    return refuse(form, 503, {
      failed: 'Your claim could not be sent just now. What you typed is still here; please try again.',
    })
  if (!stored.value.ok) return refuse(form, 429, { failed: waitSentence(stored.value.problem.wait_seconds) })
  return redirect(`${here}?sent=1`)
}

/** Returns the typed values and the reason for the refusal. */
function refuse(form: FormData, status: number, why: { fields?: ClaimRefusal; failed?: string }) {
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  return data({ typed, ...why }, { status })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData?.vineyard
    ? pageHead({
        title: `Claim ${loaderData.vineyard.name}`,
        description: `Do you work at ${loaderData.vineyard.name}? Ask to manage its entry here.`,
        path: href('/vineyard/:id/claim', { id: loaderData.vineyard.id }),
        matches,
      })
    : pageHead({
        title: 'Add your vineyard',
        description: 'Ask us to list your vineyard, so that you can take bookings here.',
        path: href('/for-vineyards/add'),
        matches,
      })

/** Returns a sentence such as '3 visitors have asked us to tell them when this vineyard opens for booking.' */
function waitingSentence(waiting: number): string {
  const have = waiting === 1 ? 'has' : 'have'
  return `${countOf(waiting, 'visitor')} ${have} asked us to tell them when this vineyard opens for booking.`
}

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, waiting, sent, form_key, newName } = loaderData
  const trail = vineyard
    ? [
        { to: href('/explore'), label: 'Vineyards' },
        { to: href('/vineyard/:id', { id: vineyard.id }), label: vineyard.name },
      ]
    : [{ to: href('/for-vineyards'), label: 'For vineyards' }]
  return (
    <>
      <Breadcrumb className="wrap" trail={trail} here={vineyard ? 'Claim' : 'Add your vineyard'} />
      <div className="wrap page">
        <div className="page-head">
          <h1>{vineyard ? `Claim ${vineyard.name}` : 'Add your vineyard'}</h1>
          {!sent && !vineyard?.is_verified && (
            <p className="lede">
              {waiting > 0 && <strong>{waitingSentence(waiting)} </strong>}
              {vineyard ? 'Is this your vineyard? ' : 'We check each new entry before it is shown. '}
              Tell us who you are. Once we’ve verified your claim, you manage its text, pictures, experiences
              and bookings yourself.
            </p>
          )}
        </div>
        {sent ? (
          <ClaimThanks vineyard={vineyard} />
        ) : vineyard?.is_verified ? (
          <Notice tone="info">
            <p>This entry is verified: the vineyard already manages it.</p>
            <p>
              <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>Back to the vineyard</ButtonLink>
            </p>
          </Notice>
        ) : (
          <ClaimForm form_key={form_key} answer={actionData} newName={newName} />
        )}
      </div>
    </>
  )
}
