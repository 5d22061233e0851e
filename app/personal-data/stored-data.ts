import { formatCount } from '../platform/counts.ts'
import type { Erased } from './person.ts'

/** The parts of a person's data that are counted. */
type Copy = {
  bookings: unknown[]
  mails: unknown[]
  messages: unknown[]
  claims: unknown[]
  itineraries: unknown[]
  account: { favourites: unknown[]; sessions: unknown[] } | null
  staff: { browsers: unknown[] }[]
  links: unknown[]
  audit: unknown[]
  customer_notes: unknown[]
  erasure_requests: unknown[]
  known_callers: unknown[]
}

/** Returns how many rows of each kind are stored about a person, the most important kinds first. */
export function keptIn({ account, staff, ...lists }: Copy): { term: string; count: number }[] {
  return [
    { term: 'Bookings', count: lists.bookings.length },
    { term: 'Mails to them or about them', count: lists.mails.length },
    { term: 'Messages they wrote', count: lists.messages.length },
    { term: 'Claims of a vineyard', count: lists.claims.length },
    { term: 'Notes by vineyards', count: lists.customer_notes.length },
    { term: 'Requests to be forgotten', count: lists.erasure_requests.length },
    { term: 'Itineraries', count: lists.itineraries.length },
    { term: 'Visitor’s account', count: account ? 1 : 0 },
    { term: 'Favourites', count: account?.favourites.length ?? 0 },
    { term: 'Sign-ins as a visitor', count: account?.sessions.length ?? 0 },
    { term: 'Staff accounts', count: staff.length },
    { term: 'Sign-ins as staff', count: staff.reduce((sum, { browsers }) => sum + browsers.length, 0) },
    { term: 'Browsers and IP addresses of staff', count: lists.known_callers.length },
    { term: 'Links that open something once', count: lists.links.length },
    { term: 'Values in the audit', count: lists.audit.length },
  ]
}

/** Returns the counts as a sentence; kinds without rows are left out. */
export function sayErased(erased: Erased): string {
  const parts = erasedWords.flatMap(({ kind, one, many }) => {
    const count = erased[kind]
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? 'There was nothing left to forget.' : `Forgotten: ${parts.join(', ')}.`
}

const erasedWords: { kind: keyof Erased; one: string; many: string }[] = [
  { kind: 'bookings', one: 'booking', many: 'bookings' },
  { kind: 'mails', one: 'mail', many: 'mails' },
  { kind: 'messages', one: 'message', many: 'messages' },
  { kind: 'accounts', one: 'account', many: 'accounts' },
  { kind: 'notes', one: 'value in the audit', many: 'values in the audit' },
]
