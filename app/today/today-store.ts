import type { checkInApi } from '../bookings/attendance.api.ts'
import type { todayApi } from '../bookings/session.api.ts'
import { type CallProblem, isSignedOut, resultOf } from '../staff-client/call.ts'
import { readStored, watchStored } from '../staff-client/local-storage.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import {
  addEntry,
  changeEntry,
  readStoredDay,
  type StoredEntry,
  storeDay,
  storedEntries,
  wipeStoredDay,
} from '../staff-client/today-storage.ts'
import { winemakerTokenKey } from '../staff-client/winemaker-session.ts'
import { type Result } from '../platform/result.ts'
import { applyEntries, clockOffset, dayAt, type KeptDay, markOf, type TodayParty } from './today.ts'

/** `ended`: the session has ended, so the parties were wiped; entries stay until somebody signs in or deletes them. */
export type TodayState = {
  phase: 'loading' | 'ready' | 'unavailable' | 'ended'
  day: KeptDay | null
  /** The parties with the waiting entries applied. */
  parties: TodayParty[]
  entries: StoredEntry[]
  isOnline: boolean
  /** Why the list could not be loaded. */
  problem: CallProblem | null
}

const nothing: TodayState = {
  phase: 'loading',
  day: null,
  parties: [],
  entries: [],
  isOnline: true,
  problem: null,
}
/** Milliseconds between two reads of the list. */
const refreshPause = 15_000

/**
 * Today's list and what was recorded on this device. Everything recorded is stored first, shown at once, and sent in order
 * as soon as there is a connection.
 */
export class TodayStore {
  state = nothing
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #syncing: Promise<void> | undefined
  #again = false
  readonly #clock: () => number

  /** `clock`: this device's, in milliseconds. It goes on while the device sleeps. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  read = () => this.state

  /** The time by the server's clock, in milliseconds. */
  now(): number {
    return this.#clock() + (this.state.day?.clock_offset ?? 0)
  }

  /** Shows what is stored, then keeps it current until the returned function is called. */
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
    await this.record('mark', '/api/today/marks', markOf(party, mark, this.now()), label)
  }

  async record(kind: StoredEntry['kind'], path: string, body: Record<string, unknown>, label: string) {
    const owner = this.state.day?.viewer.id ?? ''
    const made_at = new Date(this.now()).toISOString()
    const entry = { key: crypto.randomUUID(), kind, owner, made_at, path, body, label, refusal: null }
    await addEntry(entry)
    this.#change({ entries: [...this.state.entries, entry] })
    void this.sync()
  }

  /** Deletes an entry, sent or not. */
  async forget(key: string) {
    await changeEntry(key, null)
    this.#change({ entries: await storedEntries() })
  }

  /** Sends the waiting entries, then reads the list. One at a time, also among tabs. */
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
        void this.sync()
      })
    return this.#syncing
  }

  async #restore() {
    const token = readStored(winemakerTokenKey)
    const [stored, entries] = await Promise.all([readStoredDay(), storedEntries()])
    const day = stored?.day as KeptDay | undefined
    if (!stored || !day) return this.#change({ entries })
    // Another person signed in, or the day is over.
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
    // The list says who is signed in, so that nobody sends the entries of somebody else.
    if (this.state.day === null && !(await this.#readList(token))) return
    if ((await this.#sendEntries()) && !this.#again) await this.#readList(token)
  }

  /** Returns whether all entries reached the server. */
  async #sendEntries(): Promise<boolean> {
    const owner = this.state.day?.viewer.id
    const waiting = (await storedEntries()).filter((entry) => entry.refusal === null && entry.owner === owner)
    for (const entry of waiting) {
      const sent = await post(entry)
      if (!sent.ok && isSignedOut(sent.problem)) {
        await this.#end()
        return false
      }
      if (!sent.ok && mayWorkLater(sent.problem)) {
        this.#change({ isOnline: false })
        return false
      }
      const refusal = sent.ok || sent.problem.kind === 'away' ? null : sent.problem.title
      await changeEntry(entry.key, refusal === null ? null : { ...entry, refusal })
      const { state } = this
      // Until the list is read again, it shows what was sent.
      const parties =
        refusal === null && state.day ? applyEntries(state.day.parties, [entry]) : state.day?.parties
      this.#change({
        entries: await storedEntries(),
        ...(state.day && parties && { day: { ...state.day, parties } }),
      })
    }
    return true
  }

  /** Returns whether the list was read. */
  async #readList(token: string): Promise<boolean> {
    const sent = this.#clock()
    const list = await resultOf(apiFor<typeof todayApi>('winemaker', '/api/today').index.$get({ query: {} }))
    const received = this.#clock()
    if (!list.ok) {
      if (isSignedOut(list.problem)) await this.#end()
      else
        this.#change({
          isOnline: false,
          problem: list.problem,
          ...(this.state.day === null && { phase: 'unavailable' }),
        })
      return false
    }
    const day = {
      ...list.value,
      read_at: list.value.now,
      clock_offset: clockOffset(list.value.now, sent, received),
    }
    await storeDay({ session: await fingerprint(token), day })
    this.#change({ day, phase: 'ready', isOnline: true, problem: null, entries: await storedEntries() })
    return true
  }

  /** The session has ended: wipes the parties, and keeps the entries. */
  async #end() {
    await wipeStoredDay()
    this.#change({ phase: 'ended', day: null, entries: await storedEntries() })
  }

  #change(changes: Partial<TodayState>) {
    const next = { ...this.state, ...changes }
    this.state = { ...next, parties: applyEntries(next.day?.parties ?? [], next.entries) }
    for (const listener of this.#listeners) listener()
  }
}

/** Whether the London day of a stored list has ended. */
function isOver({ today, clock_offset }: KeptDay, now: number): boolean {
  return dayAt(now + clock_offset) !== today
}

function mayWorkLater(problem: CallProblem): boolean {
  return problem.kind === 'away' || problem.status === 429 || problem.status >= 500
}

function post({ key, path, body }: StoredEntry): Promise<Result<unknown, CallProblem>> {
  const sent = fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${readStored(winemakerTokenKey) ?? ''}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
  return resultOf(sent as Parameters<typeof resultOf>[0])
}

/** Asks what a code is for that is not among today's parties. */
export function askForCode(reference: string) {
  const api = apiFor<typeof checkInApi>('winemaker', '/api/today')
  return resultOf(api.codes[':reference'].$get({ param: { reference } }))
}

/** A hash of the session's token, so that the token itself is not stored twice. */
async function fingerprint(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Registers the worker that opens the page without a connection, and loads what reads codes for it to keep. */
export function openWithoutConnection(workerFile: string): void {
  if (!import.meta.env.PROD) return
  void navigator.serviceWorker?.register(workerFile, { scope: '/winemaker/today' }).catch(() => {})
  void navigator.serviceWorker?.ready.then(() => import('./read-code.ts')).catch(() => {})
}
