import { useLocation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { answerFor, type ItineraryRefusal } from '../refused-edit.ts'

/** Looks for a vineyard of ours and puts it at the end. */
export function AddVineyard({
  search,
  found,
  version,
  itinerary_key,
}: {
  search: string
  found: { id: string; name: string; place: string }[] | null
  version: number
  /** What the page's address opens the itinerary with, where it needs that. */
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
            {found.length === 0 && <p className="soft">No vineyard found for {search}.</p>}
            <ul className="plain found">
              {found.map((vineyard) => (
                <li key={vineyard.id} className="between">
                  <span>
                    {vineyard.name} <span className="soft small">{vineyard.place}</span>
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

/** A stop of one's own. */
export function AddPlace({ version, refusal }: { version: number; refusal: ItineraryRefusal | null }) {
  const { typed, error } = answerFor(refusal, 'add_place')
  return (
    <section className="panel" aria-labelledby="add-place">
      <h2 id="add-place">Add another stop</h2>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <TextField
          label="What is it called?"
          name="name"
          hint="A pub, a station, a walk."
          defaultValue={typed('name')}
          error={error('name')}
          maxLength={120}
          required
        />
        <TextField
          label="Near which town or postcode?"
          name="near"
          optional
          defaultValue={typed('near')}
          error={error('near')}
          maxLength={100}
          autoComplete="off"
        />
        <p>
          <Button small name="intent" value="add_place">
            Add the stop
          </Button>
        </p>
      </Form>
    </section>
  )
}
