import { useState } from 'react'
import { Form, href, Link } from 'react-router'

import { type WinemakerEntry, winemakerState, type WinemakerState } from '../../people/winemaker.ts'
import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icons.ts'
import { StatusPill, type StatusTone } from '../../ui/status-pill.tsx'
import { VineyardChoice } from '../dashboard/vineyard-choice.tsx'

export const winemakerWords: Record<WinemakerState, { label: string; tone: StatusTone; icon: IconName }> = {
  active: { label: 'Signs in', tone: 'good', icon: 'tick' },
  invited: { label: 'Invited', tone: 'wait', icon: 'clock' },
  disabled: { label: 'Disabled', tone: 'off', icon: 'cross' },
}

/** A winemaker in the list, and what can be done about them. */
export function Winemaker({ winemaker }: { winemaker: WinemakerEntry }) {
  const { id, name, email, position, vineyard_id, vineyard_name, is_active, last_used_at, version } =
    winemaker
  const [asking, setAsking] = useState<'change' | 'disable' | null>(null)
  const state = winemakerState(winemaker)
  const who = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  const close = () => setAsking(null)
  return (
    <li>
      <div>
        <strong className="roll-name">{name}</strong> <StatusPill {...winemakerWords[state]} />
        <br />
        <span className="soft small">{[position, email].filter(Boolean).join(', ')}</span>
      </div>
      <div className="small">
        <Link to={href('/admin/vineyards/:id', { id: vineyard_id })}>{vineyard_name}</Link>
        <br />
        <span className="soft">
          {last_used_at ? `Last here ${formatMoment(last_used_at)}` : 'Never signed in'}
        </span>
      </div>
      <Form method="post" className="row" preventScrollReset>
        {who}
        <input type="hidden" name="name" value={name} />
        {state === 'invited' && (
          <Button small name="intent" value="remind">
            Send again<span className="sr"> to {name}</span>
          </Button>
        )}
        <Button small type="button" onClick={() => setAsking('change')}>
          Change<span className="sr"> {name}</span>
        </Button>
        {is_active ? (
          <Button small look="danger" type="button" onClick={() => setAsking('disable')}>
            Disable<span className="sr"> {name}</span>
          </Button>
        ) : (
          <Button small name="intent" value="enable">
            Enable<span className="sr"> {name}</span>
          </Button>
        )}
      </Form>
      <Dialog open={asking === 'disable'} onClose={close} title={`Disable ${name}?`}>
        <p>They are signed out everywhere at once and can not sign in until somebody enables them again.</p>
        <Form method="post" className="row" preventScrollReset onSubmit={close}>
          {who}
          <input type="hidden" name="name" value={name} />
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button look="danger" name="intent" value="disable">
            Disable
          </Button>
        </Form>
      </Dialog>
      <Dialog open={asking === 'change'} onClose={close} title={`Change ${name}`}>
        {asking === 'change' && (
          <Form method="post" className="form-grid" preventScrollReset onSubmit={close}>
            {who}
            <input type="hidden" name="intent" value="change" />
            <TextField label="Name" name="name" required maxLength={120} defaultValue={name} />
            <TextField
              label="Position"
              name="position"
              optional
              maxLength={120}
              defaultValue={position ?? ''}
            />
            <VineyardChoice chosen={{ id: vineyard_id, name: vineyard_name }} />
            <p className="full soft small">
              At another vineyard they see only that one’s bookings, from then on.
            </p>
            <div className="full row">
              <Button type="button" onClick={close}>
                Cancel
              </Button>
              <Button look="do">Save</Button>
            </div>
          </Form>
        )}
      </Dialog>
    </li>
  )
}
