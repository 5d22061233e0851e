import { Form as PlainForm } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { KindButtons, MoneyKey, SaleFields } from './money-fields.tsx'
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
        {asking && (
          <Form method="post" preventScrollReset className="stack" refused={refused}>
            <MoneyKey intent="sale" />
            <SaleFields problems={refused?.fields ?? {}} />
            <p className="soft small">Paid by:</p>
            <div className="take-all">
              <KindButtons action="Sold, paid by" />
            </div>
            <Button type="button" variant="text" onClick={close}>
              Back
            </Button>
          </Form>
        )}
      </Dialog>
    </>
  )
}

/** A button that corrects a sale by an entry of the opposite amount. */
export function UndoSale({ id, name }: { id: number; name: string | null }) {
  return (
    <PlainForm method="post" preventScrollReset>
      <MoneyKey intent="sale" />
      <FormButton small variant="text" name="corrects" value={id}>
        Undo<span className="sr"> the sale of {name}</span>
      </FormButton>
    </PlainForm>
  )
}
