import { Form } from 'react-router'
import type { z } from 'zod'

import { formatDayInList, formatMoment, formatTime } from '../../../platform/days.ts'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import type { sellerHoldShape } from '../hold.shapes.ts'

type SellerHold = z.infer<typeof sellerHoldShape>

/** Lists the live holds of resellers and programs, each with its end and a button to release it. Hidden if there are none. */
export function SellerHolds({ holds }: { holds: SellerHold[] }) {
  if (holds.length === 0) return null
  return (
    <section className="stack-sm" aria-labelledby="seller-holds">
      <h2 id="seller-holds" className="page-part">
        On hold for resellers
      </h2>
      <p className="soft">
        Sellers hold these places while their customers decide. Places that are not booked are free again at
        the end of the hold.
      </p>
      <DataTable caption="On hold for resellers" columns={columns} rows={holds} sort="" />
    </section>
  )
}

const columns: Column<SellerHold>[] = [
  { head: 'Seller', place: 'name', cell: ({ seller }) => seller },
  {
    head: 'Session',
    labelled: true,
    cell: ({ experience_title, slot_date, start_time }) =>
      `${experience_title}, ${formatDayInList(slot_date)}, ${formatTime(start_time)}`,
  },
  { head: 'Places', labelled: true, figures: true, cell: ({ number_of_guests }) => number_of_guests },
  { head: 'Until', labelled: true, cell: ({ expires_at }) => formatMoment(expires_at) },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: ({ id, seller }) => (
      <Form method="post">
        <HiddenFields values={{ intent: 'release_hold', id }} />
        <FormButton small>
          Release<span className="sr"> the places held for {seller}</span>
        </FormButton>
      </Form>
    ),
  },
]
