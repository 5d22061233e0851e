import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import { type Outcome, outcomeOf, textOf } from '../shell/outcome.tsx'

/** Decides on a claim, as the pressed button says. */
export async function decideOnClaim(request: Request): Promise<Outcome> {
  const form = await request.formData()
  const text = (name: string) => textOf(form, name)
  const [id, name, vineyard, version] = [text('id'), text('name'), text('vineyard'), text('version')]
  const claim = `vineyard_claims/${id}`
  switch (form.get('intent')) {
    case 'approve':
      return outcomeOf(
        request,
        await callAsAdmin(`${claim}/approve`, { method: 'POST', seen: version }),
        `${vineyard} is verified, and ${name} is sent the way in.`,
      )
    case 'refuse': {
      const body = { reason: text('reason') }
      const refused = await callAsAdmin(`${claim}/refuse`, { method: 'POST', body, seen: version })
      return outcomeOf(request, refused, `The claim of ${vineyard} is refused, and ${name} is told why.`)
    }
    default: {
      const opened = await callAsAdmin(claim, { method: 'PATCH', body: { state: 'new' }, seen: version })
      return outcomeOf(request, opened, `The claim of ${vineyard} is open again.`)
    }
  }
}
