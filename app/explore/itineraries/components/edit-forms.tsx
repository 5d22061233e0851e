import { useLocation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { TextField, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { refusalFor, type ItineraryRefusal } from '../edit-form.ts'

/** Searches for a vineyard and adds it at the end of the first day. */
export function AddVineyard({
  search,
  found,
  version,
  itinerary_key,
}: {
  search: string
  found: { id: string; name: string; location: string }[] | null
  version: number
  /** The edit key, if the address must contain it */
  itinerary_key?: string
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
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="intent" value="add_vineyard" />
            {found.length === 0 && <p className="soft">No vineyards match {search}.</p>}
            <ul className="plain result-list">
              {found.map((vineyard) => (
                <li key={vineyard.id} className="between">
                  <span>
                    {vineyard.name} <span className="soft small">{vineyard.location}</span>
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
export function AddPlace({ version, refusal }: { version: number; refusal: ItineraryRefusal | null }) {
  const { typed, error } = refusalFor(refusal, 'add_place')
  const field = (name: string) => ({ name, defaultValue: typed(name), error: error(name) })
  return (
    <section className="panel" aria-labelledby="add-place">
      <h2 id="add-place">Add another stop</h2>
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

/** The fields for the name and summary of a day */
export function DayTextFields({
  title,
  summary,
  error,
}: {
  title: string
  summary: string | null
  error: (field: 'title' | 'summary') => string | undefined
}) {
  return (
    <>
      <TextField
        label="Name"
        name="title"
        defaultValue={title}
        maxLength={120}
        required
        error={error('title')}
      />
      <TextAreaField
        label="What the plan is about"
        name="summary"
        rows={3}
        maxLength={500}
        defaultValue={summary ?? ''}
        optional
        error={error('summary')}
      />
    </>
  )
}

/** The field for the number of guests. `party` is the stored or the typed value. */
export function PartyField({ party, error }: { party: number | string; error?: string | undefined }) {
  return (
    <TextField
      label="Guests"
      name="party"
      type="number"
      min={1}
      max={100}
      defaultValue={party}
      required
      error={error}
    />
  )
}
