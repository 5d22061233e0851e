import type { BookingEntry } from '../app/bookings/payments/payment.ts'

/** An entry of a booking or of the till. `id` is the id of its row in `payments`. */
type MoneyEntry = {
  id: number
  entry: BookingEntry | 'sale'
  pence: number
  isCorrected: boolean
  corrects: boolean
}
/** The facts of a booking on which its money depends. */
export type MoneyVisit = { guests: number; came: number | null; is_no_show: boolean; is_off: boolean }

/** A plain model of the rules for the money of one booking, in whole pence. The test sets `visit` to the state of the booking. */
export class MoneyModel {
  price = 1999
  visit: MoneyVisit = { guests: 2, came: null, is_no_show: false, is_off: false }
  entries: MoneyEntry[] = []

  add(id: number, entry: MoneyEntry['entry'], pence: number) {
    this.entries.push({ id, entry, pence, isCorrected: false, corrects: false })
  }
  /** Adds the correction of an entry. */
  correct(id: number, found: MoneyEntry) {
    found.isCorrected = true
    this.entries.push({ id, entry: found.entry, pence: -found.pence, isCorrected: false, corrects: true })
  }
  sum(of: MoneyEntry['entry']) {
    return this.entries.filter(({ entry }) => entry === of).reduce((all, { pence }) => all + pence, 0)
  }
  get total() {
    return this.price * this.visit.guests
  }
  get counts() {
    return !this.visit.is_no_show && !this.visit.is_off
  }
  get net() {
    return this.sum('payment') - this.sum('refund')
  }
  get kept() {
    if (this.visit.is_no_show && !this.visit.is_off) return this.net
    const tooMuch = this.net - (this.counts ? this.total - this.sum('discount') : 0)
    return tooMuch <= 0 ? 0 : Math.min(tooMuch, this.sum('keep'))
  }
  get due() {
    return (this.counts ? this.total - this.sum('discount') : 0) + this.kept - this.net
  }
  /** Returns the pence of the entry, or null if it is refused. */
  amountOf(entry: BookingEntry, wanted: number | null, beyond: boolean): number | null {
    const limit = {
      payment: this.due,
      refund: this.net,
      discount: this.counts ? this.total - this.sum('discount') : 0,
      keep: -this.due,
    }[entry]
    const whole = {
      payment: limit,
      refund: this.due < 0 ? Math.min(limit, -this.due) : limit,
      discount: Math.min(limit, this.due),
      keep: limit,
    }[entry]
    const pence = wanted ?? whole
    return pence <= 0 || (pence > limit && !(beyond && entry === 'payment')) ? null : pence
  }
  mayCorrect(found: MoneyEntry | undefined): found is MoneyEntry {
    if (!found || found.corrects || found.isCorrected) return false
    return found.entry !== 'payment' || this.net >= found.pence
  }
}
