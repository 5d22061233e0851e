import { useRef } from 'react'
import { data, Form, href, useNavigation } from 'react-router'

import { isSignedOut } from '../../people/desk/call.ts'
import { answered, failed } from '../../people/desk/guard.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EditRefusal, type EditRefused } from '../../ui/edit-refusal.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { siteName } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import { placeOf } from '../../vineyards/vineyard.ts'
import { AddPlace, AddVineyard } from '../add-stop.tsx'
import { press } from '../curated-act.ts'
import { choicesOf, type Curated, curatedDays, readCurated, vineyardsFor } from '../curated-calls.ts'
import { EditableDays } from '../editable-days.tsx'
import type { Route } from './+types/staff-edit.ts'
import '../itineraries.css'
import { PartyField } from '../party-field.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.itinerary.title ?? 'an itinerary'} · ${siteName}` },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const itinerary = await answered(request, readCurated(params.id))
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim()
  const [choices, found] = await Promise.all([
    choicesOf(itinerary),
    search === '' ? null : answered(request, vineyardsFor(search)),
  ])
  return {
    itinerary,
    choices,
    search,
    days: curatedDays(itinerary),
    found:
      found?.items.map(({ id, name, city, region }) => ({ id, name, place: placeOf({ city, region }) })) ??
      null,
  }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const pressed = await press(params.id, await request.formData())
  if (pressed.call && isSignedOut(pressed.call)) throw failed('admin', request, pressed.call)
  const { problem, said, conflict } = pressed
  // What somebody else wrote is shown beside what is typed, which stays; nothing is loaded anew.
  return data({ problem, said, conflict: conflict ?? null }, { status: conflict ? 422 : 200 })
}

export default function EditCurated({ loaderData, actionData }: Route.ComponentProps) {
  const { itinerary, days, choices, search, found } = loaderData
  const { id, title, edition, published_at } = itinerary
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Breadcrumb trail={[{ to: href('/admin/itineraries'), label: 'Itineraries' }]} here="Edit" />
      <div className="staff-head">
        <h1>{title}</h1>
        <div className="row">
          {published_at && <ButtonLink to={href('/itinerary/:id', { id })}>See it as a visitor</ButtonLink>}
          <Form method="post" action={href('/admin/itineraries')}>
            <input type="hidden" name="id" value={id} />
            <Button look="danger" name="intent" value="delete">
              Delete
            </Button>
          </Form>
        </div>
      </div>
      <Notice tone={published_at ? 'good' : 'wait'} role="status">
        <Form method="post" className="row" preventScrollReset>
          <input type="hidden" name="version" value={edition} />
          <span>{published_at ? 'Published: everybody sees it.' : 'Not published: only admins see it.'}</span>
          <Button small name="intent" value={published_at ? 'withdraw' : 'publish'} disabled={busy}>
            {published_at ? 'Withdraw' : 'Publish'}
          </Button>
        </Form>
      </Notice>
      {actionData?.problem && !actionData.conflict && <Notice tone="bad">{actionData.problem}</Notice>}
      <p className="sr" role="status">
        {actionData?.said}
      </p>
      <div className="two mt-6">
        <div>
          {days.length === 0 && <p className="soft">No stops yet. Add the first one beside or below.</p>}
          <EditableDays days={days} choices={choices} version={edition} visitDate={null} busy={busy} />
        </div>
        <aside className="edit-side" aria-label="Add and change">
          <AddVineyard search={search} found={found} version={edition} />
          <AddPlace key={`place ${edition}`} version={edition} />
          <Details
            key={`details ${itinerary.version}`}
            itinerary={itinerary}
            conflict={actionData?.conflict ?? null}
            busy={busy}
          />
        </aside>
      </div>
    </>
  )
}

function Details({
  itinerary,
  conflict,
  busy,
}: {
  itinerary: Curated
  conflict: EditRefused['conflict']
  busy: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, conflict)
  const { title, summary, party, begins_at, version } = itinerary
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">The day itself</h2>
      <Form ref={form} method="post" className="stack" key={version} preventScrollReset>
        <input type="hidden" name="seen" value={JSON.stringify({ title, summary, party, begins_at })} />
        {conflict && <EditRefusal refused={{ said: null, conflict }} />}
        <TextField label="Name" name="title" defaultValue={title} maxLength={120} required />
        <TextAreaField
          label="What the day is about"
          name="summary"
          rows={3}
          maxLength={500}
          defaultValue={summary ?? ''}
          optional
        />
        <PartyField party={party} />
        <TextField
          label="Setting out at"
          name="begins_at"
          type="time"
          defaultValue={begins_at.slice(0, 5)}
          required
        />
        <p>
          <Button small name="intent" value="details" disabled={busy}>
            Save
          </Button>
        </p>
      </Form>
    </section>
  )
}
