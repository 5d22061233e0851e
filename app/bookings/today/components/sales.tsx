import { type FormEvent, useState } from 'react'

import { formatPounds } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { kindLabels, readSale } from '../../payments/payment.ts'
import { KindButtons, SaleFields } from '../../payments/components/money-fields.tsx'
import { timeInLondon, type SaleToday } from '../today.ts'
import type { TodayStore } from '../today-store.ts'

/** A sheet to record a sale without a booking. Pressing a kind of payment records the sale. */
export function SaleSheet({
  store,
  onAdded,
  onClose,
}: {
  store: TodayStore
  /** Called with the key of the recorded sale. */
  onAdded: (key: string) => void
  onClose: () => void
}) {
  const [problems, setProblems] = useState<{ amount?: string; words?: string }>({})
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
    const sale = readSale(form)
    if (!sale.ok) return setProblems(sale.problem)
    const label = `${sale.value.words}: sale, ${kindLabels[sale.value.kind].toLowerCase()}, ${formatPounds(sale.value.amount)}`
    void store.addSale(sale.value, label).then(onAdded)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Sale without a booking" variant="sheet">
      <form className="today-money-form" onSubmit={onSubmit} noValidate>
        <div className="sheet-body stack">
          <SaleFields problems={problems} />
        </div>
        <div className="sheet-foot today-foot">
          <div className="today-pair">
            <KindButtons action="Sold, paid by" />
          </div>
          <Button type="button" variant="text" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Lists the sales of the day. Undo adds an entry of the opposite amount. */
export function Sales({ sales, store }: { sales: SaleToday[]; store: TodayStore }) {
  if (sales.length === 0) return null
  return (
    <section className="today-sales" aria-labelledby="sales">
      <h2 id="sales">Sales without a booking</h2>
      <ul className="plain">
        {sales.map((sale) => (
          <li key={sale.key} id={sale.key} tabIndex={-1} className="today-marked">
            <Icon name="tick" />
            <span>
              <strong>
                <span className="num">{formatPounds(sale.amount)}</span> {sale.words}
              </strong>{' '}
              <span className="soft small">
                {kindLabels[sale.kind].toLowerCase()}, {timeInLondon(sale.taken_at)}
              </span>
            </span>
            <Button
              variant="text"
              onClick={() => void store.undoSale(sale.key, `${sale.words}: undo of the sale`)}
            >
              Undo<span className="sr"> {sale.words}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
