import { isSignedOut, resultOf } from '../../staff-client/call.ts'
import { readStored, store, watchStored } from '../../staff-client/local-storage.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import {
  addEntry,
  changeEntry,
  readStoredDay,
  type StoredEntry,
  storeDay,
  storedEntries,
  wipeStoredDay,
} from '../../staff-client/today-storage.ts'
import { winemakerIdKey, winemakerTokenKey } from '../../staff-client/winemaker-session.ts'
import { countOf } from '../../platform/text/counts.ts'
import { fingerprint, mayWorkLater, overpaymentOf, patience, refusalOf, sendEntry } from './send-entry.ts'
import type { todayApi } from './today.api.ts'
import { initialState, type TodayState } from './today-state.ts'
import { clockOffset, isOver, type KeptDay, type TodayParty, type WalkInSession } from './today.ts'
import {
  applyAll,
  type CorrectionBody,
  givesBack,
  isNamed,
  markOf,
  type MoneyBody,
  onPurpose,
  partyIn,
  type SaleBody,
  type SaleCorrectionBody,
  unpaid,
  type WalkInBody,
  type WalkInUndoBody,
} from './today-entries.ts'

type MadeEntry = Pick<StoredEntry, 'kind' | 'path' | 'body' | 'label'> & Partial<StoredEntry>

/** Milliseconds between two reads of the list. */
const refreshPause = 15_000

/** Today's list and the entries of this device. Each entry is stored, shown at once, and sent in order once connected. */
export class TodayStore {
  state = initialState
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #syncing: Promise<void> | undefined
  #again = false
  #pressed: Promise<void> = Promise.resolve()
  readonly #clock: () => number

  /** `clock` returns the device's time in milliseconds, including time when the device was asleep. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  read = () => this.state

  /** Returns the time by the server's clock, in milliseconds. */
  now(): number {
    return this.#clock() + (this.state.day?.clock_offset ?? 0)
  }

  /** Shows the stored list, then keeps the list up to date until the returned function is called. */
  start(): () => void {
    const sync = () => void this.sync()
    void this.#restore().then(sync)
    this.#timer = setInterval(sync, refreshPause)
    window.addEventListener('online', sync)
    window.addEventListener('focus', sync)
    const stopWatching = watchStored(winemakerTokenKey, () => void this.#end())
    return () => {
      clearInterval(this.#timer)
      window.removeEventListener('online', sync)
      window.removeEventListener('focus', sync)
      stopWatching()
    }
  }

  async mark(party: TodayParty, mark: Pick<TodayParty, 'attendance' | 'arrived_guests'>, label: string) {
    const body = markOf(party, mark, this.now())
    await this.#record({ kind: 'mark', path: '/api/today/marks', body, label })
  }

  /**
   * Books a party at the gate. Returns its idempotency key, with which later entries name the party. An entry made offline
   * reaches the server after the party has come in, so the server then ignores capacity and limits.
   */
  async addWalkIn(
    { experience_id, id }: WalkInSession,
    guest: Pick<WalkInBody, 'number_of_guests' | 'guest_name' | 'overbook' | 'beyond_limits'>,
  ) {
    const party = { ...guest, ...(!this.state.isOnline && onPurpose) }
    const body: WalkInBody = { experience_id, slot: id ?? '', ...party, taken_at: this.#instant() }
    const label = `${guest.guest_name ?? 'Walk-in'}, ${countOf(guest.number_of_guests, 'guest')}`
    return this.#record({ kind: 'walk_in', path: '/api/bookings/walk-ins', body, label })
  }

  async undoWalkIn({ reference }: TodayParty, label: string) {
    const body: WalkInUndoBody = { booking: reference }
    await this.#record({ kind: 'walk_in_undo', path: '/api/bookings/walk-ins/undo', body, label })
  }

  async addMoney(party: TodayParty, money: Omit<MoneyBody, 'booking' | 'taken_at'>, label: string) {
    const body: MoneyBody = { booking: party.reference, ...money, taken_at: this.#instant() }
    await this.#recordMoney(party, { kind: 'payment', path: '/api/payments', body, label })
  }

  /** Undoes a payment, refund or discount of a party by an entry of the opposite amount. */
  async undoMoney(party: TodayParty, key: string, label: string) {
    const body: CorrectionBody = { booking: party.reference, corrects: key, taken_at: this.#instant() }
    await this.#recordMoney(party, { kind: 'correction', path: '/api/payments/corrections', body, label })
  }

  /** Adds a sale without a booking. Returns its idempotency key, with which a correction names the sale. */
  async addSale(sale: Omit<SaleBody, 'taken_at'>, label: string) {
    const body: SaleBody = { ...sale, taken_at: this.#instant() }
    return this.#record({ kind: 'sale', path: '/api/sales', body, label })
  }

  async undoSale(key: string, label: string) {
    const body: SaleCorrectionBody = { corrects: key, taken_at: this.#instant() }
    await this.#record({ kind: 'sale_correction', path: '/api/sales/corrections', body, label })
  }

  /** Records money of a party, one press after the other. Ignores a second tap, made before the screen shows the first. */
  #recordMoney({ reference, money }: TodayParty, made: MadeEntry): Promise<void> {
    const record = async () => {
      const party = this.state.parties.find((each) => isNamed(each, reference))
      if (party && party.money.length !== money.length) return
      await this.#record({ ...made, ...(party && overpaymentOf(party, made)) })
    }
    this.#pressed = this.#pressed.then(record, record)
    return this.#pressed
  }

  async #record(made: MadeEntry) {
    const { viewer, vineyard_id } = this.state.day ?? {}
    const unsent = { key: crypto.randomUUID(), refusal: null, anyway: null }
    const entry = { ...unsent, ...made, owner: viewer?.id ?? '', vineyard_id, made_at: this.#instant() }
    await addEntry(entry)
    this.#change({ entries: [...this.state.entries, entry] })
    void this.sync()
    return entry.key
  }

  #instant() {
    return new Date(this.now()).toISOString()
  }

  /** Sends a refused entry again, with the fields that make the server accept it. */
  async insist(entry: StoredEntry) {
    const body = { ...entry.body, ...entry.anyway }
    await changeEntry(entry.key, { ...entry, body, refusal: null, anyway: null })
    this.#change({ entries: await storedEntries() })
    void this.sync()
  }

  /** Deletes an entry, whether or not it was sent. Refuses every entry that depends on a deleted walk-in. */
  async forget(key: string) {
    await changeEntry(key, null)
    for (const entry of await storedEntries())
      if (partyIn(entry) === key && entry.refusal === null)
        await changeEntry(entry.key, { ...entry, refusal: 'The walk-in was not recorded.' })
    this.#change({ entries: await storedEntries() })
  }

  /** Sends the waiting entries, then reads the list, in one tab at a time. A call during a run causes one more run. */
  sync(): Promise<void> {
    if (this.#syncing) {
      this.#again = true
      return this.#syncing
    }
    this.#syncing = navigator.locks
      .request('today', () => this.#exchange())
      .finally(() => {
        this.#syncing = undefined
        if (!this.#again) return
        this.#again = false
        return this.sync()
      })
    return this.#syncing
  }

  async #restore() {
    const token = readStored(winemakerTokenKey)
    const [stored, entries] = await Promise.all([readStoredDay(), storedEntries()])
    const day = stored?.day as KeptDay | undefined
    if (!stored || !day) return this.#change({ entries })
    // Nobody is signed in, or another person is, or the day is over.
    if (token === null || stored.session !== (await fingerprint(token)) || isOver(day, this.#clock())) {
      await wipeStoredDay()
      return this.#change({ entries })
    }
    this.#change({ day, entries, phase: 'ready' })
  }

  async #exchange() {
    const { day } = this.state
    if (day && isOver(day, this.#clock())) {
      await wipeStoredDay()
      this.#change({ day: null, phase: 'loading' })
    }
    const token = readStored(winemakerTokenKey)
    if (token === null) return this.#end()
    // Reading the list first shows who is signed in, so that a person never sends another person's entries.
    if (this.state.day === null && !(await this.#readList(token))) return
    if ((await this.#sendEntries()) && !this.#again) await this.#readList(token)
  }

  /** Sends this person's waiting entries. Returns false if the connection or the sign-in was lost. */
  async #sendEntries(): Promise<boolean> {
    const owner = this.state.day?.viewer.id
    const own = (await storedEntries()).filter((entry) => entry.owner === owner)
    const refused = new Set(own.flatMap(({ key, refusal }) => (refusal === null ? [] : [key])))
    for (const entry of own.filter(({ refusal }) => refusal === null)) {
      // The walk-in of this entry was refused. The entry waits until staff send the walk-in again or delete it.
      if (refused.has(entry.key) || refused.has(partyIn(entry) ?? '')) continue
      const sent = await sendEntry(entry)
      if (!sent.ok && isSignedOut(sent.problem)) {
        await this.#end()
        return false
      }
      if (!sent.ok && mayWorkLater(sent.problem)) {
        if (entry.kind === 'walk_in')
          await changeEntry(entry.key, { ...entry, body: { ...entry.body, ...onPurpose } })
        this.#change({ isOnline: false })
        return false
      }
      if (sent.ok) await this.#moveToDay(entry)
      else {
        // Staff gave the money back before they knew of the refusal. The server would take it from an earlier payment.
        for (const next of (await storedEntries()).filter((each) => givesBack(each, entry))) {
          refused.add(next.key)
          await changeEntry(next.key, { ...next, ...unpaid })
        }
        refused.add(entry.key)
        await changeEntry(entry.key, { ...entry, ...refusalOf(entry, sent.problem) })
        this.#change({ entries: await storedEntries() })
      }
    }
    return true
  }

  /** Moves a sent entry into the stored list until the next read. After a crash it may be sent again, but still counts once. */
  async #moveToDay(entry: StoredEntry) {
    const { day } = this.state
    const next = day && { ...day, ...applyAll(day, [entry]) }
    const stored = await readStoredDay()
    if (stored && next) await storeDay({ ...stored, day: next })
    await changeEntry(entry.key, null)
    this.#change({ day: next, entries: await storedEntries() })
  }

  /** Reads the list from the server. Returns whether that succeeded. */
  async #readList(token: string): Promise<boolean> {
    const sent = this.#clock()
    const api = apiFor<typeof todayApi>('winemaker', '/api/today')
    const init = { signal: AbortSignal.timeout(patience) }
    const list = await resultOf(api.index.$get({ query: {} }, { init }))
    const received = this.#clock()
    if (!list.ok) {
      const phase = this.state.day === null ? 'unavailable' : this.state.phase
      if (isSignedOut(list.problem)) await this.#end()
      else this.#change({ isOnline: false, problem: list.problem, phase })
      return false
    }
    const day = {
      ...list.value,
      read_at: list.value.now,
      clock_offset: clockOffset(list.value.now, sent, received),
    }
    // The person may have signed out meanwhile, which deleted the stored list.
    if (readStored(winemakerTokenKey) !== token) return false
    store(winemakerIdKey, day.viewer.id)
    await storeDay({ session: await fingerprint(token), day })
    this.#change({ day, phase: 'ready', isOnline: true, problem: null, entries: await storedEntries() })
    return true
  }

  async #end() {
    await wipeStoredDay()
    this.#change({ phase: 'ended', day: null, entries: await storedEntries() })
  }

  #change(changes: Partial<TodayState>) {
    const next = { ...this.state, ...changes }
    const shown = next.day ? applyAll(next.day, next.entries) : { parties: [], sales: [] }
    this.state = { ...next, ...shown }
    for (const listener of this.#listeners) listener()
  }
}
