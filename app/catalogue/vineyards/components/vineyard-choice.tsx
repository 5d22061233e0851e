import { useEffect, useId, useState } from 'react'

import { resultOf } from '../../../staff-client/call.ts'
import { locationOf, type Vineyard } from '../vineyard.ts'
import { vineyardsAt } from '../vineyard-save.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'

type Choice = Pick<Vineyard, 'id' | 'name'> & Partial<Pick<Vineyard, 'city' | 'region'>>

const mostShown = 6
const pauseMs = 200

/** Fields to search for a vineyard by name or location and to choose it. The form sends the vineyard's id as `vineyard_id`. */
export function VineyardChoice({
  chosen,
  error,
}: {
  chosen?: Choice | undefined
  error?: string | undefined
}) {
  const problem = useId()
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<{ items: Choice[]; total: number; term: string }>()
  const [choice, setChoice] = useState(chosen)

  useEffect(() => {
    if (term.trim() === '') return
    let is_old = false
    const timer = setTimeout(async () => {
      const query = { search: term.trim(), limit: String(mostShown), sort: 'name' } as const
      const answer = await resultOf(vineyardsAt('admin').index.$get({ query }))
      if (!is_old && answer.ok) setFound({ ...answer.value, term: term.trim() })
    }, pauseMs)
    return () => {
      is_old = true
      clearTimeout(timer)
    }
  }, [term])

  const current = found && found.term === term.trim() ? found : undefined
  const others = (current?.items ?? []).filter(({ id }) => id !== choice?.id)
  return (
    <fieldset className="full" aria-describedby={error ? problem : undefined}>
      <legend className="label">Vineyard</legend>
      {[...(choice ? [choice] : []), ...others].map((vineyard) => (
        <label className="check" key={vineyard.id}>
          <input
            type="radio"
            name="vineyard_id"
            value={vineyard.id}
            checked={vineyard.id === choice?.id}
            onChange={() => setChoice(vineyard)}
            required
          />
          <span>
            {vineyard.name}
            <span className="soft small"> {locationOf({ city: null, region: null, ...vineyard })}</span>
          </span>
        </label>
      ))}
      <TextField
        label={choice ? 'Another vineyard' : 'Find the vineyard'}
        type="search"
        autoComplete="off"
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        hint="Type part of the vineyard’s name or location."
      />
      <p className="soft small" role="status">
        {current &&
          (current.total === 0 ? `No vineyard matches “${current.term}”.` : foundWords(current.total))}
      </p>
      {error && <FieldError id={problem}>{error}</FieldError>}
    </fieldset>
  )
}

function foundWords(total: number): string {
  if (total > mostShown) return `Showing ${mostShown} of ${total}. Keep typing to narrow the list.`
  return total === 1 ? 'One vineyard found.' : `${total} vineyards found.`
}
