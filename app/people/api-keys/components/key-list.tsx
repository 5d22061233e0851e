import { Form as RouterForm, useNavigation } from 'react-router'
import type { z } from 'zod'

import { dayOf, formatDayInList } from '../../../platform/days.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { EditRefusal } from '../../../ui/forms/edit-form.tsx'
import type { KeyResult } from '../api-key-actions.tsx'
import { permissionLabels } from './key-form.tsx'
import type { apiKeyShape } from '../api-key.shapes.ts'

type Key = z.infer<typeof apiKeyShape>

/**
 * Lists the API keys of a vineyard, with a button that revokes each working key. `outcome` is the last action's result.
 */
export function KeyList({ keys, outcome }: { keys: Key[]; outcome: KeyResult | undefined }) {
  return <DataTable caption="API keys" columns={columnsFor(outcome)} rows={keys} sort="" />
}

const columnsFor = (outcome: KeyResult | undefined): Column<Key>[] => [
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
    head: 'Until',
    labelled: true,
    cell: ({ revoked_at, expires_at }) => {
      const end = revoked_at ?? expires_at
      return end ? dayIn(end) : 'Without end'
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
    cell: (key) => (key.revoked_at ? null : <RevokeKey apiKey={key} outcome={outcome} />),
  },
]

const dayIn = (instant: string) => formatDayInList(dayOf(new Date(instant)))

function RevokeKey({ apiKey: { id, name }, outcome }: { apiKey: Key; outcome: KeyResult | undefined }) {
  const { asking, refused, ask, close } = useAsking<'revoke', KeyResult>(outcome)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <Button small variant="danger" type="button" onClick={() => ask('revoke')}>
        Revoke<span className="sr"> {name}</span>
      </Button>
      <Dialog open={asking !== null} onClose={close} title={`Revoke ${name}?`}>
        {refused && <EditRefusal refused={{ ...refused, conflict: null }} />}
        <p>Programs that use this key are refused straight away. A revoked key never works again.</p>
        <RouterForm method="post" className="row" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="name" value={name} />
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" name="intent" value="revoke" disabled={busy}>
            {busy ? 'Revoking …' : 'Revoke'}
          </Button>
        </RouterForm>
      </Dialog>
    </>
  )
}
