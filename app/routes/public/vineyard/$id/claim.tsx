import { data, href, redirect } from 'react-router'
import { type ClaimRefusal, readClaim } from '../../../../moving-in/claims/claim.ts'
import { storeClaim } from '../../../../moving-in/claims/claim.server.ts'
import { waitingSentence } from '../../../../explore/opening-alerts/opening-alert.ts'
import { countOpeningAlerts } from '../../../../explore/opening-alerts/opening-alert.server.ts'
import { waitSentence } from '../../../../staff-client/sign-in-sentences.ts'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log } from '../../../../platform/context.ts'
import { formPageHeaders, readFormToKeep } from '../../../../platform/text/form.server.ts'
import { keepForm } from '../../../../ui/page/missing-answer.tsx'
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
  const [{ id, name, is_verified }, waiting] = await readVineyard(context, params.id, countOpeningAlerts)
  const sent = new URL(request.url).searchParams.has('sent')
  return { vineyard: { id, name, is_verified }, waiting, sent, form_key: crypto.randomUUID() as string }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readFormToKeep(request, context)
  const [vineyard] = await readVineyard(context, params.id)
  const here = href('/vineyard/:id/claim', { id: vineyard.id })
  if (vineyard.is_verified) return redirect(here)

  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, { failed: limited.sentence })
  const claim = readClaim(form)
  if (!claim.ok) return refuse(form, 422, { fields: claim.problem })
  const stored = await attempt(context.get(log), 'A claim could not be stored', () =>
    storeClaim(
      { sql: context.get(database), config: context.get(config) },
      vineyard,
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
  loaderData
    ? pageHead({
        title: `Claim ${loaderData.vineyard.name}`,
        description: `Do you work at ${loaderData.vineyard.name}? Ask to manage its entry here.`,
        path: href('/vineyard/:id/claim', { id: loaderData.vineyard.id }),
        matches,
      })
    : []

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, waiting, sent, form_key } = loaderData
  const trail = [
    { to: href('/explore'), label: 'Vineyards' },
    { to: href('/vineyard/:id', { id: vineyard.id }), label: vineyard.name },
  ]
  return (
    <>
      <Breadcrumb className="wrap" trail={trail} here="Claim" />
      <div className="wrap page">
        <div className="page-head">
          <h1>Claim {vineyard.name}</h1>
          {!sent && !vineyard.is_verified && (
            <p className="lede">
              {waiting > 0 && <strong>{waitingSentence(waiting)} </strong>}
              Is this your vineyard? Tell us who you are. Once we’ve verified your claim, you manage its text,
              pictures, experiences and bookings yourself.
            </p>
          )}
        </div>
        {sent ? (
          <ClaimThanks vineyard={vineyard} />
        ) : vineyard.is_verified ? (
          <Notice tone="info">
            <p>This entry is verified: the vineyard already manages it.</p>
            <p>
              <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>Back to the vineyard</ButtonLink>
            </p>
          </Notice>
        ) : (
          <ClaimForm form_key={form_key} answer={actionData} />
        )}
      </div>
    </>
  )
}
