import { type ReactNode, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { z } from 'zod'

import { tallyOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  const problems = outcome?.failed ? outcome.fields : {}
  useRefusalFocus(form, Object.keys(problems).length > 0 && problems)
  return (
    <Form ref={form} method="post" className="form-grid" preventScrollReset>
      <input type="hidden" name="intent" value="save_reseller" />
      {reseller && <input type="hidden" name="id" value={reseller.id} />}
      {reseller && <input type="hidden" name="version" value={reseller.version} />}
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
        <Button variant={reseller ? 'line' : 'primary'} disabled={busy}>
          {reseller ? 'Save' : 'Add'}
          {reseller && <span className="sr"> {reseller.name}</span>}
        </Button>
      </div>
    </Form>
  )
}
