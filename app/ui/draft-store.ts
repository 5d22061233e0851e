/** The fields that differ from what the page showed, each with what it showed then. */
export type Draft = Record<string, { was: string; is: string }>

/** In milliseconds: two weeks. After that nobody expects their text to come back. */
const longest = 14 * 24 * 60 * 60 * 1000

const clock = () => performance.timeOrigin + performance.now()

export function keepDraft(key: string, fields: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: clock(), fields }))
  } catch {
    // A full or forbidden store: the form then forgets with the page.
  }
}

/** Null where there is none, or only one that is too old or unreadable. */
export function recallDraft(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; fields: Draft } | null
    if (kept === null) return null
    if (kept.at > clock() - longest) return kept.fields
    forgetDraft(key)
  } catch {
    forgetDraft(key)
  }
  return null
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** Forgets every draft of a role when somebody signs out: the next person at this device must not read them. */
export function forgetDraftsOf(role: string): void {
  forgetWhere((key) => key.startsWith(`draft:${role}:`))
}

/** Forgets the drafts of a page, for somebody who chose to leave it without saving. */
export function forgetDraftsAt(pathname: string): void {
  forgetWhere((key) => key.startsWith('draft:') && key.includes(`:${pathname}:`))
}

function forgetWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isMeant(key)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}
