import type { ReactNode } from 'react'

import { TextAreaField, TextField } from '../../ui/field.tsx'
import { type VineyardField, vineyardLabels, webFields, type VineyardDraft } from '../vineyard-form.ts'

const hints: Partial<Record<VineyardField, string>> = {
  region: 'What visitors say: Kent, not South East.',
  description: 'A blank line begins a new paragraph. The first lines stand on cards and in searches.',
  email: 'Guests see it, and bookings are answered from it.',
}

/** Everything that staff write about a vineyard, in four parts. */
export function VineyardFields({
  vineyard,
  problems,
  position,
}: {
  vineyard: VineyardDraft
  problems: Record<string, string>
  position: ReactNode
}) {
  const field = (
    name: VineyardField,
    rest: { type?: string; maxLength?: number; required?: boolean } = {},
  ) => (
    <TextField
      key={name}
      name={name}
      label={vineyardLabels[name]}
      optional={!rest.required}
      hint={hints[name]}
      maxLength={200}
      {...rest}
      defaultValue={String(vineyard[name] ?? '')}
      error={problems[name]}
    />
  )
  return (
    <>
      <section aria-labelledby="words">
        <h2 id="words">Words</h2>
        <div className="stack">
          {field('name', { required: true })}
          <TextAreaField
            name="description"
            label={vineyardLabels.description}
            optional
            rows={10}
            maxLength={10_000}
            hint={hints.description}
            defaultValue={vineyard.description ?? ''}
            error={problems.description}
          />
        </div>
      </section>
      <section aria-labelledby="where">
        <h2 id="where">Where it is</h2>
        <div className="form-grid">
          {field('address')}
          {field('city')}
          {field('region')}
          {field('postcode')}
        </div>
        {position}
      </section>
      <section aria-labelledby="contact">
        <h2 id="contact">How to reach you</h2>
        <div className="form-grid">
          {field('phone', { type: 'tel', maxLength: 40 })}
          {field('email', { type: 'email', maxLength: 254 })}
        </div>
      </section>
      <section aria-labelledby="links">
        <h2 id="links">Elsewhere</h2>
        <div className="form-grid">
          {webFields.map((name) => field(name, { type: 'text', maxLength: 2000 }))}
        </div>
      </section>
    </>
  )
}
