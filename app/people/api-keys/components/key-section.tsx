import { type ReactNode, useId } from 'react'
import type { z } from 'zod'

import { dayOf, formatDayInList } from '../../../platform/days.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { AskFirst } from '../../../ui/forms/dialog-form.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { NewSecret } from '../../../ui/new-secret.tsx'
import type { KeyResult } from '../api-key-actions.tsx'
import type { apiKeyShape } from '../api-key.shapes.ts'
import { KeyForm, permissionLabels } from './key-form.tsx'

type Key = z.infer<typeof apiKeyShape>

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
  keys: Key[]
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
          hint="Copy the key now: we will not show it again. Anybody who has the key can use its permissions."
        />
      )}
      <KeyForm key={keys.length} owner={owner} outcome={made} />
    </>
  )
  return (
    <div className="stack">
      {keys.length === 0 ? empty : <DataTable caption="API keys" columns={columns} rows={keys} sort="" />}
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

/** The columns of the list of keys, with a button that revokes each working key. */
const columns: Column<Key>[] = [
  {
    head: 'Key',
    place: 'name',
    cell: ({ name, ending, is_test, created_at }) => (
      <>
        {name}
        <br />
        <span className="soft small">
          {is_test ? 'Test key' : 'Live key'} … {ending}, made {dayIn(created_at)}
        </span>
      </>
    ),
  },
  {
    head: 'Permissions',
    labelled: true,
    cell: ({ permissions }) => permissions.map((permission) => permissionLabels[permission].label).join(', '),
  },
  {
    head: 'Last used',
    labelled: true,
    cell: ({ last_used_at }) => (last_used_at ? dayIn(last_used_at) : 'Never'),
  },
  {
    head: 'Ends',
    labelled: true,
    cell: ({ revoked_at, expires_at }) => {
      const end = revoked_at ?? expires_at
      return end ? dayIn(end) : 'Never'
    },
  },
  {
    head: 'State',
    place: 'status',
    cell: ({ revoked_at, is_expired }) =>
      revoked_at || is_expired ? (
        <StatusPill label={revoked_at ? 'Revoked' : 'Expired'} tone="off" icon="cross" />
      ) : (
        <StatusPill label="Works" tone="good" icon="tick" />
      ),
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: ({ id, name, revoked_at }) =>
      revoked_at ? null : (
        <AskFirst
          label="Revoke"
          about={name}
          title={`Revoke ${name}?`}
          safe="Keep"
          busy="Revoking …"
          values={{ intent: 'revoke', id, name }}
          button={{ small: true }}
        >
          Programs that use this key are refused straight away. A revoked key never works again.
        </AskFirst>
      ),
  },
]

const dayIn = (instant: string) => formatDayInList(dayOf(new Date(instant)))
