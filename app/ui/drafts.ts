import {
  createContext,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useActionData, useLocation, useNavigation } from 'react-router'

import { controlsOf, readControl, writeControl } from './form-controls.ts'

/** The owner of drafts, such as `admin:<id>`; null if nobody is signed in, and nothing is stored. */
export const DraftOwner = createContext<string | null>(null)

/** Milliseconds from the last key until the draft is stored. */
const pause = 200

/** Submitted forms whose result is unknown. A form that remounts after saving must not restore its own text. */
const sent = new Set<string>()

/**
 * Stores a form's draft in local storage, so that a reload or crash loses nothing, until it is saved or discarded.
 * `name` distinguishes the forms of a page; without one nothing is stored.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, saved }: { name: string | undefined; saved: unknown },
) {
  const owner = use(DraftOwner)
  const { pathname } = useLocation()
  const key = owner === null || name === undefined ? null : `draft:${owner}:${pathname}:${name}`
  const [restored, setRestored] = useState<'overtaken' | 'whole' | null>(null)
  const first = useRef<Map<string, string>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { state } = useNavigation()
  const answer: unknown = useActionData()
  const isRefused = isRefusal(answer)
  const waiting = useRef<{ answer: unknown; isUnderWay: boolean } | null>(null)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key === null || form.current === null) return
    const changed = [...controlsOf(form.current)].flatMap(([id, control]) => {
      const [was, is] = [first.current.get(id) ?? '', readControl(control)]
      return was === is ? [] : [[id, { was, is }] as const]
    })
    if (changed.length > 0) keepDraft(key, Object.fromEntries(changed))
    else forgetDraft(key)
  }, [form, key])

  const touch = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(write, pause)
  }, [write])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key !== null) forgetDraft(key)
    if (form.current) first.current = valuesOf(form.current)
    setRestored(null)
  }, [form, key])

  // Stores the last typing before the form is removed.
  useLayoutEffect(
    () => () => {
      if (timer.current !== undefined) write()
    },
    [write],
  )

  // Once per mounted form.
  useEffect(() => {
    if (key === null || form.current === null) return
    first.current = valuesOf(form.current)
    const isSaved = sent.delete(key) && answer !== undefined && answer !== null && !isRefused
    if (isSaved) forgetDraft(key)
    const kept = recallDraft(key)
    const restore = () => {
      if (kept === null || form.current === null) return
      const before = valuesOf(form.current)
      const controls = controlsOf(form.current)
      const back = Object.entries(kept).filter(([id, { is }]) => controls.has(id) && before.get(id) !== is)
      for (const [id, { is }] of back) writeControl(controls.get(id), is)
      if (back.length === 0) return
      const isOvertaken = back.some(([id, { was }]) => (first.current.get(id) ?? was) !== was)
      setRestored(isOvertaken ? 'overtaken' : 'whole')
    }
    restore()
    // A restored choice may have added fields.
    const later = setTimeout(restore)
    const hide = () => {
      if (timer.current !== undefined) write()
    }
    window.addEventListener('pagehide', hide)
    const path = location.pathname
    return () => {
      clearTimeout(later)
      window.removeEventListener('pagehide', hide)
      // Saved and redirected. A redirect to sign in keeps the draft.
      const isLeft = location.pathname !== path && !new URLSearchParams(location.search).has('ended')
      if (sent.has(key) && isLeft) {
        sent.delete(key)
        forgetDraft(key)
      }
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the last result is read when the form mounts
  }, [key])

  useEffect(() => {
    const last = waiting.current
    if (last === null) return
    if (state !== 'idle') last.isUnderWay = true
    else if (last.isUnderWay || last.answer !== answer) {
      waiting.current = null
      if (key !== null) sent.delete(key)
      if (!isRefused) forget()
    }
  }, [state, answer, isRefused, key, forget])

  useEffect(() => {
    if (saved) forget()
  }, [saved, forget])

  return {
    restored,
    touch,
    /** Called on submit, before the result is known. */
    send() {
      if (key === null) return
      write()
      sent.add(key)
      waiting.current = { answer, isUnderWay: false }
    },
    discard() {
      if (form.current)
        for (const [id, control] of controlsOf(form.current)) {
          const was = first.current.get(id)
          if (was !== undefined && was !== readControl(control)) writeControl(control, was)
        }
      forget()
    },
  }
}

/** Whether an action result says that nothing was saved. */
function isRefusal(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const { failed, problem, saved_at } = answer as Record<string, unknown>
  return failed === true || (problem !== undefined && problem !== null) || saved_at === null
}

function valuesOf(form: HTMLFormElement): Map<string, string> {
  return new Map([...controlsOf(form)].map(([id, control]) => [id, readControl(control)]))
}

/** Changed fields, each with its original and its typed value. */
export type Draft = Record<string, { was: string; is: string }>

/** Two weeks in milliseconds. Older drafts are discarded. */
const longest = 14 * 24 * 60 * 60 * 1000

const clock = () => performance.timeOrigin + performance.now()

export function keepDraft(key: string, fields: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: clock(), fields }))
  } catch {
    // Storage is full or disabled: nothing is kept.
  }
}

/** The stored draft, or null if there is none, or it is too old or unreadable. */
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
    // Storage is disabled: nothing was kept.
  }
}

/** Deletes all drafts of a role at sign-out, so that the next user of this device cannot read them. */
export function forgetDraftsOf(role: string): void {
  forgetWhere((key) => key.startsWith(`draft:${role}:`))
}

/** Deletes the drafts of a page after somebody left it without saving. */
export function forgetDraftsAt(pathname: string): void {
  forgetWhere((key) => key.startsWith('draft:') && key.includes(`:${pathname}:`))
}

function forgetWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isMeant(key)) localStorage.removeItem(key)
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
