import { type ReactNode, useId } from 'react'
import type { z } from 'zod'

import { NewSecret } from '../../../ui/new-secret.tsx'
import type { KeyResult } from '../api-key-actions.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'
import type { apiKeyShape } from '../api-key.shapes.ts'

/**
 * Lists the API keys of a vineyard or reseller above a form that makes a key. `empty` is shown if there are no keys.
 */
export function KeySection({
  owner,
  keys,
  outcome,
  empty,
  isFolded = false,
}: {
  owner: Parameters<typeof KeyForm>[0]['owner']
  keys: z.infer<typeof apiKeyShape>[]
  /** The result of the last action on keys. */
  outcome: KeyResult | undefined
  empty: ReactNode
  /** Whether the form stays closed until somebody opens it. */
  isFolded?: boolean
}) {
  const heading = useId()
  const made = outcome?.intent === 'make' && outcome.owner === owner.value ? outcome : undefined
  const form = (
    <>
      {made?.key && (
        <NewSecret
          key={made.key}
          label="New key"
          secret={made.key}
          hint="Copy it now: we will not show it again. Anybody who has it can do what you allowed."
        />
      )}
      <KeyForm key={keys.length} owner={owner} problems={made?.fields ?? {}} />
    </>
  )
  return (
    <div className="stack">
      {keys.length === 0 ? empty : <KeyList keys={keys} outcome={outcome} />}
      {isFolded ? (
        <details open={made !== undefined || undefined}>
          <summary>Make a key</summary>
          <div className="space-above-tiny">{form}</div>
        </details>
      ) : (
        <div className="panel" role="group" aria-labelledby={heading}>
          <h3 id={heading}>Make a key</h3>
          {form}
        </div>
      )}
    </div>
  )
}
