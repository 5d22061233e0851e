import { Form, href } from 'react-router'

import { callAsAdmin } from '../../people/admin-browser.ts'
import { isSignedOut } from '../../people/call.ts'
import { type WinemakerEntry, winemakerState } from '../../people/winemaker.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextField } from '../../ui/field.tsx'
import { siteName } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { failed } from '../../people/guard.tsx'
import { InviteForm } from '../invite-form.tsx'
import { actOnWinemaker } from '../winemaker-acts.ts'
import type { Route } from './+types/admin-winemakers.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Winemakers · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Page<Row> = { items: Row[]; total: number; page: number; limit: number }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('search') ?? ''
  const asked = new URLSearchParams({ search, page: searchParams.get('page') ?? '1' })
  const [winemakers, vineyards] = await Promise.all([
    callAsAdmin<Page<WinemakerEntry>>(`winemakers?${asked}`),
    allVineyards(),
  ])
  if (!winemakers.ok) throw failed('admin', request, winemakers.problem)
  if (!vineyards.ok) throw failed('admin', request, vineyards.problem)
  return { ...winemakers.value, search, vineyards: vineyards.value }
}

type Named = { id: string; name: string }

/** The API gives a hundred at a time. */
async function allVineyards() {
  const all: Named[] = []
  for (let page = 1; ; page++) {
    const next = await callAsAdmin<Page<Named>>(`vineyards?sort=name&limit=100&page=${page}`)
    if (!next.ok) return next
    all.push(...next.value.items)
    if (all.length >= next.value.total || next.value.items.length === 0)
      return { ok: true as const, value: all }
  }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const outcome = await actOnWinemaker(await request.formData())
  if (outcome.problem && isSignedOut(outcome.problem)) throw failed('admin', request, outcome.problem)
  return outcome
}

export default function AdminWinemakers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, limit, search, vineyards } = loaderData
  const { said, fields = {}, problem = null } = actionData ?? {}
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One winemaker' : `${total} winemakers`}</h1>
      </div>
      {said && (
        <Notice tone={problem ? 'bad' : 'good'} role={problem ? 'alert' : 'status'}>
          {said}
        </Notice>
      )}
      <section className="panel mt-6" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <InviteForm key={problem ? 'again' : said} vineyards={vineyards} problems={fields} />
      </section>
      <section className="mt-6" aria-label="All winemakers">
        <Form className="search-line" role="search">
          <TextField label="Name, address or vineyard" name="search" type="search" defaultValue={search} />
          <Button>Search</Button>
        </Form>
        {items.length === 0 ? (
          <Empty title={search ? `Nobody is called “${search}”` : 'Nobody yet'}>
            Whoever you invite appears here.
          </Empty>
        ) : (
          <ul className="roll mt-6">
            {items.map((winemaker) => (
              <Entry key={winemaker.id} {...winemaker} />
            ))}
          </ul>
        )}
        {total > limit && (
          <p className="row">
            {page > 1 && (
              <ButtonLink to={`?${new URLSearchParams({ search, page: String(page - 1) })}`}>
                Earlier
              </ButtonLink>
            )}
            {page * limit < total && (
              <ButtonLink to={`?${new URLSearchParams({ search, page: String(page + 1) })}`}>
                Further
              </ButtonLink>
            )}
          </p>
        )}
      </section>
    </>
  )
}

const states = { active: 'Signs in', invited: 'Invited', disabled: 'Disabled' }

function Entry({ id, name, email, position, vineyard_name, is_active, has_password }: WinemakerEntry) {
  const state = states[winemakerState({ is_active, has_password })]
  const act = is_active ? 'disable' : 'enable'
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <br />
        <span className="soft small">{email}</span>
      </div>
      <div>
        {vineyard_name}
        <br />
        <span className="soft small">{[position, state].filter(Boolean).join(', ')}</span>
      </div>
      <Form method="post" action={href('/admin/winemakers')} className="row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        {is_active && !has_password && (
          <Button small name="intent" value="remind">
            Send again<span className="sr"> to {name}</span>
          </Button>
        )}
        <Button small look={is_active ? 'danger' : 'line'} name="intent" value={act}>
          {is_active ? 'Disable' : 'Enable'}
          <span className="sr"> {name}</span>
        </Button>
      </Form>
    </li>
  )
}
