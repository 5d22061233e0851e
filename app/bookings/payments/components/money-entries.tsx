import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { describePayment, kindLabels, paymentKinds } from '../payment.ts'
import type { MoneyOfBooking } from '../payment.shapes.ts'

/** Hidden fields that mark a form as being about money. Because of their key, a form that is sent twice counts once. */
export function MoneyKey({ intent = 'money' }: { intent?: 'money' | 'sale' }) {
  const [key] = useState(() => crypto.randomUUID())
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={key} />
    </>
  )
}

/** A button for each kind of payment, such as cash. Screen readers read `action` before the kind: 'Sold, paid by'. */
export function KindButtons({ action, busy = false }: { action: string; busy?: boolean }) {
  return paymentKinds.map((kind) => (
    <Button key={kind} name="kind" value={kind} disabled={busy}>
      <span className="sr">{action} </span>
      {kindLabels[kind]}
    </Button>
  ))
}

/** Lists the entries, newest first. Undo adds an entry of the opposite amount; entries are never deleted. */
export function Entries({ items }: { items: MoneyOfBooking['items'] }) {
  const busy = useNavigation().formMethod === 'POST'
  const corrected = new Set(items.map(({ corrects }) => corrects))
  return (
    <ol className="history">
      {items.toReversed().map((item) => (
        <li key={item.id} className="between">
          <span>
            <strong className={corrected.has(item.id) ? 'corrected' : undefined}>
              <span className="num">{formatPounds(item.amount)}</span> {describePayment(item)}
            </strong>
            <span className="soft small">
              {item.actor_name ?? 'a former colleague'}, {formatMoment(item.taken_at)}
            </span>
          </span>
          {item.corrects === null && !corrected.has(item.id) && (
            <Form method="post" preventScrollReset key={`undo ${items.length}`}>
              <MoneyKey />
              <Button small variant="text" name="corrects" value={item.id} disabled={busy}>
                Undo
                <span className="sr">
                  {' '}
                  {describePayment(item)}, {formatPounds(item.amount)}
                </span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ol>
  )
}
