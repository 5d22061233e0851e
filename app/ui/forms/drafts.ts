/** Changed fields, each with its original and its typed value. */
export type Draft = Record<string, { was: string; is: string }>

/** Two weeks in milliseconds. Older drafts are discarded. */
const longest = 14 * 24 * 60 * 60 * 1000

const clock = () => performance.timeOrigin + performance.now()

/** Returns what `useStorage` returns, or null if local storage is full or disabled, or has something that is not a draft. */
function attempt<Value>(useStorage: () => Value): Value | null {
  try {
    return useStorage()
  } catch {
    return null
  }
}

/** Stores the changed fields, or deletes the draft if there are none. */
export function storeDraft(key: string, fields: Draft): void {
  if (Object.keys(fields).length === 0) return deleteDraft(key)
  attempt(() => localStorage.setItem(key, JSON.stringify({ at: clock(), fields })))
}

/** Returns the stored draft, or null if there is none, or it is too old or unreadable. */
export function readDraft(key: string): Draft | null {
  const stored = attempt<{ at: number; fields: Draft } | null>(() =>
    JSON.parse(localStorage.getItem(key) ?? 'null'),
  )
  if (stored && stored.at > clock() - longest) return stored.fields
  deleteDraft(key)
  return null
}

export function deleteDraft(key: string): void {
  attempt(() => localStorage.removeItem(key))
}

/** Returns the key of a draft. `name` distinguishes the forms of a page. */
export const draftKey = (owner: string, pathname: string, name: string) =>
  `draft:${owner}:${pathname}:${name}`

/** Deletes all drafts of a role at sign-out, so that the next user of this device cannot read them. */
export function forgetDraftsOf(role: string): void {
  deleteWhere((key) => key.startsWith(`draft:${role}:`))
}

/** Deletes the drafts of a page after somebody left it without saving. */
export function forgetDraftsAt(pathname: string): void {
  deleteWhere((key) => key.startsWith('draft:') && key.includes(`:${pathname}:`))
}

function deleteWhere(matches: (key: string) => boolean): void {
  for (const key of attempt(() => Object.keys(localStorage)) ?? []) if (matches(key)) deleteDraft(key)
}

/** The draft of the form that was sent last, until its result is known. */
let lastSent: { key: string; fields: Draft } | null = null

/** Remembers a form that was just sent and stores no draft while somebody types. */
export function rememberSent(key: string, fields: Draft): void {
  lastSent = { key, fields }
}

/** Forgets the form that was sent last. If the sign-in ended before the form was saved, its draft is stored first. */
export function settleSent(hasEnded: boolean): void {
  if (hasEnded && lastSent) storeDraft(lastSent.key, lastSent.fields)
  lastSent = null
}
