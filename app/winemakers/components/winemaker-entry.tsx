import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'

import { type WinemakerEntry, winemakerState, type WinemakerState } from '../../staff-client/winemaker.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useAsking } from '../../ui/dialog.tsx'
import { EditRefusal } from '../../ui/edit-refusal.tsx'
import type { IconName } from '../../ui/icons.ts'
import { useRefusalFocus } from '../../ui/refusal.ts'
import type { StatusTone } from '../../ui/status-pill.tsx'
import { ChangeWinemaker } from './winemaker-entry.tsx'
import type { WinemakerResult } from '../winemaker-actions.tsx'

export const winemakerLabels: Record<WinemakerState, { label: string; tone: StatusTone; icon: IconName }> = {
  active: { label: 'Signs in', tone: 'good', icon: 'tick' },
  invited: { label: 'Invited', tone: 'wait', icon: 'clock' },
  disabled: { label: 'Disabled', tone: 'off', icon: 'cross' },
}

/** What can be done about a winemaker of the list. `outcome` is what the last press came to. */
export function WinemakerActions({
  winemaker,
  outcome,
}: {
  winemaker: WinemakerEntry
  outcome: WinemakerResult | undefined
}) {
  const { id, name, is_active } = winemaker
  const { asking, refused, ask, close } = useAsking<'disable' | WinemakerEntry, WinemakerResult>(outcome)
  const changing = asking === 'disable' ? null : asking
  const busy = useNavigation().formMethod === 'POST'
  const disabling = useRef<HTMLDivElement>(null)
  useRefusalFocus(disabling, asking === 'disable' && refused)
  const who = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
    </>
  )
  return (
    <>
      <Form method="post" className="row act-row" preventScrollReset>
        {who}
        {winemakerState(winemaker) === 'invited' && (
          <Button small name="intent" value="remind" disabled={busy}>
            Send again<span className="sr"> to {name}</span>
          </Button>
        )}
        <Button small type="button" onClick={() => ask(winemaker)}>
          Change<span className="sr"> {name}</span>
        </Button>
        {is_active ? (
          <Button small variant="danger" type="button" onClick={() => ask('disable')}>
            Disable<span className="sr"> {name}</span>
          </Button>
        ) : (
          <Button small name="intent" value="enable" disabled={busy}>
            Enable<span className="sr"> {name}</span>
          </Button>
        )}
      </Form>
      <Dialog open={asking === 'disable'} onClose={close} title={`Disable ${name}?`}>
        <div ref={disabling}>
          {asking === 'disable' && refused && <EditRefusal refused={{ ...refused, conflict: null }} />}
        </div>
        <p>They are signed out everywhere at once and can not sign in until somebody enables them again.</p>
        <Form method="post" className="row" preventScrollReset>
          {who}
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" name="intent" value="disable" disabled={busy}>
            {busy ? 'Disabling …' : 'Disable'}
          </Button>
        </Form>
      </Dialog>
      <Dialog open={changing !== null} onClose={close} title={`Change ${changing?.name ?? name}`}>
        {changing && <ChangeWinemaker seen={changing} now={winemaker} refused={refused} close={close} />}
      </Dialog>
    </>
  )
}
