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
  const original = useRef<Map<string, string>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { state } = useNavigation()
  const result: unknown = useActionData()
  const isRefused = isRefusal(result)
  const waiting = useRef<{ result: unknown; isUnderWay: boolean } | null>(null)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key === null || form.current === null) return
    const changed = [...controlsOf(form.current)].flatMap(([id, control]) => {
      const [was, is] = [original.current.get(id) ?? '', readControl(control)]
      return was === is ? [] : [[id, { was, is }] as const]
    })
    if (changed.length > 0) storeDraft(key, Object.fromEntries(changed))
    else deleteDraft(key)
  }, [form, key])

  const writePending = useCallback(() => {
    if (timer.current !== undefined) write()
  }, [write])

  const touch = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(write, pause)
  }, [write])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key !== null) deleteDraft(key)
    if (form.current) original.current = valuesOf(form.current)
    setRestored(null)
  }, [form, key])

  // Stores the last typing before the form is removed.
  useLayoutEffect(() => writePending, [writePending])

  // Once per mounted form.
  useEffect(() => {
    if (key === null || form.current === null) return
    original.current = valuesOf(form.current)
    const isSaved = sent.delete(key) && result !== undefined && result !== null && !isRefused
    if (isSaved) deleteDraft(key)
    const stored = readDraft(key)
    const restore = () => {
      if (stored === null || form.current === null) return
      const before = valuesOf(form.current)
      const controls = controlsOf(form.current)
      const toRestore = Object.entries(stored).filter(
        ([id, { is }]) => controls.has(id) && before.get(id) !== is,
      )
      for (const [id, { is }] of toRestore) writeControl(controls.get(id), is)
      if (toRestore.length === 0) return
      const isOvertaken = toRestore.some(([id, { was }]) => (original.current.get(id) ?? was) !== was)
      setRestored(isOvertaken ? 'overtaken' : 'whole')
    }
    restore()
    // A restored choice may have added fields.
    const later = setTimeout(restore)
    window.addEventListener('pagehide', writePending)
    const path = location.pathname
    return () => {
      clearTimeout(later)
      window.removeEventListener('pagehide', writePending)
      // Saved and redirected. A redirect to sign in keeps the draft.
      const isLeft = location.pathname !== path && !new URLSearchParams(location.search).has('ended')
      if (sent.has(key) && isLeft) {
        sent.delete(key)
        deleteDraft(key)
      }
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the last result is read when the form mounts
  }, [key])

  useEffect(() => {
    const last = waiting.current
    if (last === null) return
    if (state !== 'idle') last.isUnderWay = true
    else if (last.isUnderWay || last.result !== result) {
      waiting.current = null
      if (key !== null) sent.delete(key)
      if (!isRefused) forget()
    }
  }, [state, result, isRefused, key, forget])

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
      waiting.current = { result, isUnderWay: false }
    },
    discard() {
      if (form.current)
        for (const [id, control] of controlsOf(form.current)) {
          const was = original.current.get(id)
          if (was !== undefined && was !== readControl(control)) writeControl(control, was)
        }
      forget()
    },
  }
}

/** Whether an action result says that nothing was saved. */
function isRefusal(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  const { failed, problem, saved_at } = result as Record<string, unknown>
  return failed === true || (problem !== undefined && problem !== null) || saved_at === null
}

function valuesOf(form: HTMLFormElement): Map<string, string> {
  return new Map([...controlsOf(form)].map(([id, control]) => [id, readControl(control)]))
}

/** Changed fields, each with its original and its typed value. */
type Draft = Record<string, { was: string; is: string }>

/** Two weeks in milliseconds. Older drafts are discarded. */
const longest = 14 * 24 * 60 * 60 * 1000

const clock = () => performance.timeOrigin + performance.now()

/** Local storage may be full, disabled or hold something else: then there is no draft. */
function attempt<Value>(useStorage: () => Value): Value | null {
  try {
    return useStorage()
  } catch {
    return null
  }
}

function storeDraft(key: string, fields: Draft): void {
  attempt(() => localStorage.setItem(key, JSON.stringify({ at: clock(), fields })))
}

/** The stored draft, or null if there is none, or it is too old or unreadable. */
function readDraft(key: string): Draft | null {
  const stored = attempt<{ at: number; fields: Draft } | null>(() =>
    JSON.parse(localStorage.getItem(key) ?? 'null'),
  )
  if (stored && stored.at > clock() - longest) return stored.fields
  deleteDraft(key)
  return null
}

function deleteDraft(key: string): void {
  attempt(() => localStorage.removeItem(key))
}

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
