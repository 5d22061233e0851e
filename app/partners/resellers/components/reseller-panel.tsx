import type { ReactNode } from 'react'
import type { z } from 'zod'

import { tallyOf } from '../../../platform/text/counts.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import type { ResellerResult } from '../reseller-actions.tsx'
import type { resellerShape } from '../reseller.shapes.ts'

type Reseller = z.infer<typeof resellerShape>

/** A reseller as admins see it. `children` are its keys. Must be inside `Toasts`. */
export function ResellerPanel({
  reseller,
  outcome,
  children,
}: {
  reseller: Reseller
  outcome: ResellerResult | undefined
  children: ReactNode
}) {
  const { id, name, vineyards, is_active } = reseller
  return (
    <section className="panel stack space-above" aria-labelledby={id}>
      <div className="row">
        <h2 id={id}>{name}</h2>
        <Switch label="Keys work" of={name} on={is_active} fields={{ intent: 'switch_reseller', id, name }} />
      </div>
      <p className="soft">
        {vineyards === 0 ? 'No vineyard has opted in yet.' : `${tallyOf(vineyards, 'vineyard')} opted in.`}
        {reseller.email && ` Contact: ${reseller.email}`}
      </p>
      {children}
      <details open={outcome?.failed || undefined}>
        <summary>Change name or contact</summary>
        <div className="space-above-tiny">
          <ResellerForm key={reseller.version} reseller={reseller} outcome={outcome} />
        </div>
      </details>
    </section>
  )
}

/** The form that adds or changes a reseller. */
export function ResellerForm({
  reseller,
  outcome,
}: {
  reseller?: Reseller
  outcome: ResellerResult | undefined
}) {
  const problems = outcome?.failed ? outcome.fields : {}
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={outcome?.failed && outcome}>
      <HiddenFields values={{ intent: 'save_reseller', id: reseller?.id, version: reseller?.version }} />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={reseller?.name}
        hint="Vineyards see this name when they choose a reseller."
        error={problems.name}
      />
      <TextField
        label="Contact"
        name="email"
        type="email"
        optional
        maxLength={254}
        autoComplete="off"
        defaultValue={reseller?.email ?? ''}
        hint="The email address of the people who run the reseller’s programs."
        error={problems.email}
      />
      <div className="full">
        <FormButton variant={reseller ? 'line' : 'primary'}>
          {reseller ? 'Save' : 'Add'}
          {reseller && <span className="sr"> {reseller.name}</span>}
        </FormButton>
      </div>
    </Form>
  )
}
