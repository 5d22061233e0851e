import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { TextField, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { locationOf, type Vineyard } from '../../../catalogue/vineyards/vineyard.ts'
import { refusalFor, type ItineraryRefusal } from '../edit-form.ts'
import type { Itinerary } from '../itinerary.ts'
import { EditableDays } from './editable-days.tsx'
import { PartyField } from './party-field.tsx'

/** Edits the stops of an itinerary. `children` is the form for its details. */
export function ItineraryEditor({
  search,
  found,
  itinerary_key,
  children,
  ...stops
}: Omit<ComponentProps<typeof AddVineyard>, 'version'> &
  ComponentProps<typeof EditableDays> & { children: ReactNode }) {
  const { days, version, refusal } = stops
  const locations = days.flatMap(({ points }) => points.filter(({ stop }) => !stop.vineyard))
  return (
    <div className="two space-above">
      <div>
        {days.length === 0 && <p className="soft">No stops yet. Add your first one.</p>}
        <EditableDays {...stops} />
      </div>
      <aside className="edit-side" aria-label="Add and change">
        <AddVineyard {...{ search, found, version, itinerary_key }} />
        <AddLocation key={locations.length} version={version} refusal={refusal} />
        <section className="panel" aria-labelledby="details">
          <h2 id="details">Details of the plan</h2>
          {children}
        </section>
      </aside>
    </div>
  )
}

/** Searches for a vineyard and adds it at the end of the first day. */
function AddVineyard({
  search,
  found,
  version,
  itinerary_key,
}: {
  search: string
  found: Pick<Vineyard, 'id' | 'name' | 'city' | 'region'>[] | null
  version: number
  /** The edit key, if the address must contain it */
  itinerary_key?: string | undefined
}) {
  const { pathname } = useLocation()
  return (
    <section className="panel" aria-labelledby="add-vineyard">
      <h2 id="add-vineyard">Add a vineyard</h2>
      <Form action={pathname} className="row" preventScrollReset>
        {itinerary_key !== undefined && <input type="hidden" name="key" value={itinerary_key} />}
        <TextField label="Name, town or county" name="search" type="search" defaultValue={search} required />
        <Button small>Search</Button>
      </Form>
      {found !== null && (
        <Form method="post" preventScrollReset>
          <div role="group" aria-label="Vineyards found">
            <HiddenFields values={{ version, intent: 'add_vineyard' }} />
            {found.length === 0 && <p className="soft">No vineyards match {search}.</p>}
            <ul className="plain result-list">
              {found.map((vineyard) => (
                <li key={vineyard.id} className="between">
                  <span>
                    {vineyard.name} <span className="soft small">{locationOf(vineyard)}</span>
                  </span>
                  <Button small name="vineyard" value={vineyard.id}>
                    Add<span className="sr"> {vineyard.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        </Form>
      )}
    </section>
  )
}

/** Adds a stop that is not a vineyard. */
function AddLocation({ version, refusal }: { version: number; refusal: ItineraryRefusal | null }) {
  const { typed, error } = refusalFor(refusal, 'add_place')
  const field = (name: string) => ({ name, defaultValue: typed(name), error: error(name) })
  return (
    <section className="panel" aria-labelledby="add-location">
      <h2 id="add-location">Add another stop</h2>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <TextField
          label="What’s it called?"
          {...field('name')}
          hint="A pub, a station, a walk."
          maxLength={120}
          required
        />
        <TextField
          label="Nearest town or postcode"
          {...field('near')}
          optional
          maxLength={100}
          autoComplete="off"
        />
        <p>
          <Button small name="intent" value="add_place">
            Add this stop
          </Button>
        </p>
      </Form>
    </section>
  )
}

/** The fields for the details of an itinerary, with the stored or typed values. `children` follow the summary. */
export function DetailsFields({
  details,
  refusal,
  children,
}: {
  details: Pick<Itinerary, 'title' | 'summary' | 'party' | 'begins_at'>
  refusal: ItineraryRefusal | null
  children?: ReactNode
}) {
  const { typed, error } = refusalFor(refusal, 'details')
  const field = (name: 'title' | 'summary' | 'begins_at', value = details[name] ?? '') => ({
    name,
    defaultValue: typed(name) ?? value,
    error: error(name),
  })
  return (
    <>
      <TextField label="Name" {...field('title')} maxLength={120} required />
      <TextAreaField label="What the plan is about" {...field('summary')} rows={3} maxLength={500} optional />
      {children}
      <PartyField defaultValue={typed('party') ?? details.party} error={error('party')} />
      <TextField
        label="Start of the day"
        {...field('begins_at', details.begins_at.slice(0, 5))}
        type="time"
        required
      />
    </>
  )
}
