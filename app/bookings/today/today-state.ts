import type { CallProblem } from '../../staff-client/call.ts'
import type { StoredEntry } from '../../staff-client/today-storage.ts'
import type { KeptDay, TodayParty } from './today.ts'

export type TodayState = {
  /** `ended`: the sign-in has ended, and the device has deleted the parties. */
  phase: 'loading' | 'ready' | 'unavailable' | 'ended'
  day: KeptDay | null
  /** The parties with the waiting entries applied. */
  parties: TodayParty[]
  sales: KeptDay['sales']
  /** Entries stay until they are sent or deleted. Only the person who made an entry can send it; anybody can delete it. */
  entries: StoredEntry[]
  isOnline: boolean
  /** Why the list could not be loaded. */
  problem: CallProblem | null
}

/** The state before the stored list is read */
export const initialState: TodayState = {
  phase: 'loading',
  day: null,
  parties: [],
  sales: [],
  entries: [],
  isOnline: true,
  problem: null,
}
