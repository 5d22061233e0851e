import { inStorage } from '../../platform/in-storage.ts'

/** Changed fields, each with its original and its typed value. */
export type Draft = Record<string, { was: string; is: string }>

/** Two weeks in milliseconds. Older drafts are discarded. */
const longest = 14 * 24 * 60 * 60 * 1000

/** Returns the time in milliseconds by a clock that all tabs share. */
export const draftClock = () => performance.timeOrigin + performance.now()

/**
 * Stores the changed fields of a form, or deletes the draft if there are none. Stores nothing if somebody has logged out since
 * the form was `opened`, perhaps in another tab.
 */
export function storeDraft(key: string, fields: Draft, opened = Infinity): void {
  if (Object.keys(fields).length === 0) return deleteDraft(key)
  const [, role = ''] = key.split(':')
  if (opened < Number(inStorage(() => localStorage.getItem(forgottenKey(role))))) return
  inStorage(() => localStorage.setItem(key, JSON.stringify({ at: draftClock(), fields })))
}

/** Returns the stored draft, or null if there is none, or it is too old or unreadable. */
export function readDraft(key: string): Draft | null {
  const stored = inStorage<{ at: number; fields: Draft } | null>(() =>
    JSON.parse(localStorage.getItem(key) ?? 'null'),
  )
  if (stored && stored.at > draftClock() - longest) return stored.fields
  deleteDraft(key)
  return null
}

export function deleteDraft(key: string): void {
  inStorage(() => localStorage.removeItem(key))
}

/** Returns the key of a draft. `name` distinguishes the forms of a page. */
export const draftKey = (owner: string, pathname: string, name: string) =>
  `draft:${owner}:${pathname}:${name}`

/** Deletes all drafts of a role at sign-out, so that the next user of this device cannot read them. */
export function forgetDraftsOf(role: string): void {
  deleteWhere(isOf(role))
  inStorage(() => localStorage.setItem(forgottenKey(role), String(draftClock())))
}

/** Returns the number of drafts of a role, in all tabs. */
export const countDraftsOf = (role: string): number => draftKeys(isOf(role)).length

const isOf = (role: string) => (key: string) => key.startsWith(`draft:${role}:`)
const forgottenKey = (role: string) => `drafts_deleted:${role}`

/** Deletes the drafts of a page after somebody left it without saving. */
export function forgetDraftsAt(pathname: string): void {
  deleteWhere((key) => key.startsWith('draft:') && key.includes(`:${pathname}:`))
}

/** Returns whether a form of a page has a stored draft. */
export const hasDraftAt = (pathname: string, name: string): boolean =>
  draftKeys((key) => key.startsWith('draft:') && key.endsWith(`:${pathname}:${name}`)).length > 0

const deleteWhere = (matches: (key: string) => boolean) => draftKeys(matches).forEach(deleteDraft)

function draftKeys(matches: (key: string) => boolean): string[] {
  return (inStorage(() => Object.keys(localStorage)) ?? []).filter(matches)
}

/** The fields that a form without a `name` for its draft sent last, until the result is known. */
let lastSent: { key: string; fields: Draft } | null = null

/**
 * Remembers the fields that a form without a `name` for its draft has just sent. Such a form stores no draft while somebody
 * types.
 */
export function rememberSent(key: string, fields: Draft): void {
  lastSent = { key, fields }
}

/** Forgets the form of `rememberSent`. If the sign-in ended before the form was saved, stores its draft first. */
export function settleSent(hasEnded: boolean): void {
  if (hasEnded && lastSent) storeDraft(lastSent.key, lastSent.fields)
  lastSent = null
}
