import { useRef } from 'react'
import { Form as PlainForm, useNavigation } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { KindButtons, MoneyKey } from './money-entries.tsx'
import { SaleFields } from './sale-fields.tsx'
import './payments.css'

/** A button with a dialog that records a sale without a booking. */
export function AddSale({ outcome }: { outcome: ActionResult | undefined }) {
  const { asking, refused, ask, close } = useAsking<'sale', ActionResult>(outcome)
  return (
    <>
      <Button type="button" small icon="plus" aria-haspopup="dialog" onClick={() => ask('sale')}>
        Add a sale
      </Button>
      <Dialog open={asking !== null} onClose={close} title="Sale without a booking">
        {asking && <SaleForm refusal={refused} onClose={close} />}
      </Dialog>
    </>
  )
}

function SaleForm({ refusal, onClose }: { refusal: ActionResult | undefined; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, refusal)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" preventScrollReset className="stack">
      <MoneyKey intent="sale" />
      <SaleFields problems={refusal?.fields ?? {}} />
      <p className="soft small">Paid by:</p>
      <div className="take-all">
        <KindButtons action="Sold, paid by" busy={busy} />
      </div>
      <Button type="button" variant="text" onClick={onClose}>
        Back
      </Button>
    </Form>
  )
}

/** A button that corrects a sale by an entry of the opposite amount. */
export function UndoSale({ id, name }: { id: number; name: string | null }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <PlainForm method="post" preventScrollReset>
      <MoneyKey intent="sale" />
      <Button small variant="text" name="corrects" value={id} disabled={busy}>
        Undo<span className="sr"> the sale of {name}</span>
      </Button>
    </PlainForm>
  )
}
