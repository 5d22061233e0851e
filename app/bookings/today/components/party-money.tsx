import { type FormEvent, useState } from 'react'
import { addPounds, formatPounds } from '../../../platform/money.ts'

import {
  describePayment,
  dueOfArrived,
  dueSentence,
  entryLabels,
  kindLabels,
  moneySentences,
  paymentEntries,
  type PaymentEntry,
  type PaymentKind,
  paymentKinds,
  readAmount,
} from '../../payments/payment.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { AmountField, ReasonField } from '../../payments/components/money-fields.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import { timeInLondon, type TodayParty } from '../today.ts'
import { priceOf } from '../today-entries.ts'
import type { TodayStore } from '../today-store.ts'

type Props = { party: TodayParty; store: TodayStore }
type Entry = TodayParty['money'][number]

/** Shows the amount due or to be refunded, buttons that record it, and earlier entries of money with Undo. */
export function PartyMoney({ party, store }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { due, guest_name, money } = party
  const usualKind = store.state.day?.usual_kind ?? 'card'
  const ofArrived = dueOfArrived({ ...party, total_price: priceOf(party) })
  const came = countOf(party.arrived_guests ?? party.number_of_guests, 'guest')
  if (due === 0 && money.length === 0) return null
  return (
    <div className="today-money">
      {money.map((entry) => (
        <Recorded key={entry.key} party={party} entry={entry} store={store} />
      ))}
      <div className="today-pay">
        {due === 0 ? (
          <p className="soft small">{dueSentence(due)}</p>
        ) : (
          <div className="today-pay-all">
            {due < 0 && <p className="today-over">{dueSentence(due)}</p>}
            {ofArrived === 0 && <p className="soft small">Nothing more is due for the {came} who came</p>}
            {(ofArrived ?? 0) > 0 && (
              <Button
                icon="pound"
                onClick={() => record(store, party, 'payment', ofArrived ?? due, usualKind)}
              >
                Paid {formatPounds(ofArrived ?? due)}
                <span className="sr"> by {guest_name}</span>
                <span className="soft small">
                  for the {came} who came, {kindLabels[usualKind].toLowerCase()}
                </span>
              </Button>
            )}
            <Button
              icon="pound"
              onClick={() => record(store, party, due > 0 ? 'payment' : 'refund', Math.abs(due), usualKind)}
            >
              {due > 0 ? 'Paid' : 'Refunded'} {formatPounds(Math.abs(due))}
              <span className="sr">{` ${due > 0 ? 'by' : 'to'} ${guest_name}`}</span>
              <span className="soft small">
                {ofArrived === 0 && 'for those who did not come, '}
                {(ofArrived ?? 0) > 0 && `for all ${party.number_of_guests}, `}
                {kindLabels[usualKind].toLowerCase()}
              </span>
            </Button>
          </div>
        )}
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {due > 0 ? 'Other' : 'Refund'}
          <span className="sr">{`${due > 0 ? ' payment' : ''} for ${guest_name}`}</span>
        </Button>
      </div>
      {isOpen && <MoneySheet party={party} store={store} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Shows a payment, refund or discount. Undo adds an entry of the opposite amount. */
function Recorded({ party, entry, store }: { party: TodayParty; entry: Entry; store: TodayStore }) {
  const what = describe(entry)
  return (
    <p className="today-marked">
      <Icon name="tick" />
      <span>
        <strong className="num">
          {entry.entry === 'payment' ? 'Paid' : entryLabels[entry.entry]} {formatPounds(entry.amount)}
        </strong>{' '}
        <span className="soft small">
          {entry.kind && `${kindLabels[entry.kind].toLowerCase()}, `}
          {timeInLondon(entry.taken_at)}
        </span>
      </span>
      <Button
        type="button"
        variant="text"
        onClick={() => void store.undoMoney(party, entry.key, `${party.guest_name}: undo of ${what}`)}
      >
        Undo<span className="sr">{` ${what} of ${party.guest_name}`}</span>
      </Button>
    </p>
  )
}

function MoneySheet({ party, store, onClose }: Props & { onClose: () => void }) {
  const { due, guest_name, money } = party
  const taken = addPounds(
    money.flatMap(({ entry, amount }) =>
      entry === 'payment' ? [amount] : entry === 'refund' ? [-amount] : [],
    ),
  )
  const [entry, setEntry] = useState<PaymentEntry>(due > 0 ? 'payment' : 'refund')
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  const suggested = entry === 'payment' ? due : entry === 'refund' ? (due < 0 ? -due : taken) : 0
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
    const amount = readAmount(String(form.get('amount')).trim())
    const reason = String(form.get('reason') ?? '').trim()
    const found = {
      ...(!amount && { amount: moneySentences.amount }),
      ...(entry === 'discount' && reason === '' && { reason: moneySentences.reason }),
    }
    setProblems(found)
    if (!amount || Object.keys(found).length > 0) return
    const kind = form.get('kind') as PaymentKind | null
    record(store, party, entry, amount, kind, reason)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${guest_name}: ${dueSentence(due).toLowerCase()}`} variant="sheet">
      <form className="today-money-form" onSubmit={onSubmit} noValidate>
        <div className="sheet-body stack">
          <fieldset className="today-choice today-choice-row">
            <legend className="sr">What to record</legend>
            {paymentEntries.map((each) => (
              <label key={each}>
                <input type="radio" name="entry" checked={each === entry} onChange={() => setEntry(each)} />
                {entryLabels[each]}
              </label>
            ))}
          </fieldset>
          <AmountField key={entry} error={problems.amount} suggested={suggested} />
          {entry === 'discount' && <ReasonField error={problems.reason} />}
          {money.map((each) => (
            <Recorded key={each.key} party={party} entry={each} store={store} />
          ))}
        </div>
        <div className="sheet-foot today-foot">
          <div className="today-pair">
            {entry === 'discount' ? (
              <Button>Give the discount</Button>
            ) : (
              paymentKinds.map((kind) => (
                <Button key={kind} name="kind" value={kind}>
                  {kindLabels[kind]}
                  <span className="sr"> {entryLabels[entry].toLowerCase()}</span>
                </Button>
              ))
            )}
          </div>
          <Button type="button" variant="text" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function record(
  store: TodayStore,
  party: TodayParty,
  entry: PaymentEntry,
  amount: number,
  kind: PaymentKind | null,
  reason = '',
) {
  const money = { entry, amount, ...(kind && { kind }), ...(reason !== '' && { reason }) }
  void store.addMoney(party, money, `${party.guest_name}: ${describe({ entry, kind, amount })}`)
}

/** Returns an entry as text, such as 'payment, cash, £12.00'. */
function describe({ entry, kind, amount }: Pick<Entry, 'entry' | 'kind' | 'amount'>): string {
  const what = describePayment({ entry, kind, reason: null, corrects: null })
  return `${what.toLowerCase()}, ${formatPounds(amount)}`
}
