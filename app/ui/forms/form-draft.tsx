import { type ReactNode, type RefObject, useCallback } from 'react'

import {
  deleteDraft,
  type Draft,
  draftClock,
  draftKey,
  readDraft,
  rememberSent,
  storeDraft,
} from './drafts.ts'
import { controlsOf, readControl, writeControl } from './form-controls.ts'
import { isSignInEnded } from './leaving.tsx'
import { DraftOpener, type FormDraft, type OpenDraft, type Restored } from './use-draft.ts'

/** Stores drafts of the forms in `children`. `owner` is the person to whom the drafts belong, such as `admin:<id>`. */
export function DraftsOf({ owner, children }: { owner: string; children: ReactNode }) {
  const open = useCallback<OpenDraft>(
    (pathname, name, form, show) =>
      openDraft(draftKey(owner, pathname, name ?? ''), form, show, name !== undefined),
    [owner],
  )
  return <DraftOpener value={open}>{children}</DraftOpener>
}

/** Milliseconds from the last key until the draft is stored. */
const pauseMs = 200

/** Submitted forms without a result yet, by draft key. `before` is the action result that the page had before the submission. */
const sent = new Map<string, { before: unknown; isUnderWay: boolean }>()

/**
 * Opens the draft of one form, which stores the typed text until the form is saved or the draft discarded. Calls `show` when
 * something was restored, and with null when the form holds no restored text any more. A form whose draft has no name stores
 * its text only if the sign-in ends, in this tab or in another, before the form is saved.
 */
export function openDraft(
  givenKey: string,
  form: RefObject<HTMLFormElement | null>,
  show: (restored: Restored | null) => void,
  isNamed = true,
): FormDraft {
  let key = givenKey
  let original = new Map<string, string>()
  let isOvertaken = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const opened = draftClock()
  const controls = () => (form.current ? controlsOf(form.current) : new Map<string, never>())
  const values = () => new Map([...controls()].map(([id, control]) => [id, readControl(control)]))

  const readKey = () => {
    if (!isNamed && form.current) key = givenKey + identityOf(form.current)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const store = () => {
    cancel()
    if (form.current) storeDraft(key, changesBetween(original, values()), opened)
  }
  const storePending = () => {
    if (timer !== undefined) return store()
    const isLost = !isNamed && form.current?.getAttribute('method') !== 'get' && isSignInEnded(location)
    const changes = isLost ? changesBetween(original, values()) : {}
    if (Object.keys(changes).length > 0) storeDraft(key, changes, opened)
  }
  const forget = () => {
    deleteDraft(key)
    if (form.current) original = values()
    show(null)
  }
  const restore = (draft: Draft) => {
    const before = values()
    const there = controls()
    const toRestore = Object.entries(draft).filter(([id, { is }]) => there.has(id) && before.get(id) !== is)
    for (const [id, { is }] of toRestore) writeControl(there.get(id), is)
    if (toRestore.length === 0) return
    form.current?.closest('details')?.setAttribute('open', '')
    isOvertaken ||= toRestore.some(([id, { was }]) => (original.get(id) ?? was) !== was)
    show(isOvertaken ? 'overtaken' : 'whole')
  }

  return {
    touch() {
      if (!isNamed) return
      cancel()
      timer = setTimeout(store, pauseMs)
    },
    storePending,
    forget,
    start(result: unknown) {
      original = values()
      isOvertaken = false
      readKey()
      // A form that remounts after saving must not restore its own text.
      if (sent.delete(key) && isSuccess(result)) deleteDraft(key)
      const draft = readDraft(key) ?? {}
      restore(draft)
      // A restored choice may have added fields, which are restored now.
      const later = setTimeout(() => restore(draft))
      window.addEventListener('pagehide', storePending)
      const path = location.pathname
      return () => {
        clearTimeout(later)
        window.removeEventListener('pagehide', storePending)
        show(null)
        // Deletes the draft if saving led to another page. A redirect to the sign-in page keeps the draft.
        const isLeft = location.pathname !== path && !isSignInEnded(location)
        if (isLeft && sent.delete(key)) deleteDraft(key)
      }
    },
    send(result: unknown, isPrevented = false) {
      readKey()
      if (!isNamed) {
        deleteDraft(key)
        if (isPrevented || form.current?.method === 'post')
          rememberSent(key, changesBetween(original, values()))
        return
      }
      if (isPrevented) return
      store()
      sent.set(key, { before: result, isUnderWay: false })
    },
    settle(isIdle: boolean, result: unknown) {
      const last = sent.get(key)
      if (!last) return
      if (!isIdle) last.isUnderWay = true
      else if (last.isUnderWay || last.before !== result) {
        sent.delete(key)
        if (!isRefusal(result)) forget()
      }
    },
    discard() {
      for (const [id, control] of controls()) {
        const was = original.get(id)
        if (was !== undefined && was !== readControl(control)) writeControl(control, was)
      }
      forget()
    },
  }
}

/**
 * Returns a text that distinguishes a form without a `name` for its draft from the other forms of its page: its first field,
 * and the intent and ids that it sends.
 */
function identityOf(form: HTMLFormElement): string {
  const [first] = controlsOf(form).keys()
  const sent = ([...form.elements] as HTMLInputElement[]).filter(
    ({ name, type }) => /^(intent|id|.*_id)$/.test(name) && ['hidden', 'submit'].includes(type),
  )
  return [first, ...sent.map(({ name, value }) => `${name}=${value}`)].join(' ')
}

function changesBetween(original: Map<string, string>, values: Map<string, string>): Draft {
  const changed = [...values].map(([id, is]) => [id, { was: original.get(id) ?? '', is }] as const)
  return Object.fromEntries(changed.filter(([, { was, is }]) => was !== is))
}

const isSuccess = (result: unknown) => result !== undefined && result !== null && !isRefusal(result)

/** Returns whether an action result says that nothing was saved. */
function isRefusal(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  const { failed, problem, saved_at } = result as Record<string, unknown>
  return failed === true || (problem !== undefined && problem !== null) || saved_at === null
}
