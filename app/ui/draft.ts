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
import { forgetDraft, keepDraft, recallDraft } from './draft-store.ts'

/** Whose drafts are kept: `admin:<id>`. Null where nobody is signed in, and nothing is kept. */
export const DraftOwner = createContext<string | null>(null)

/** In milliseconds: how soon after the last key a draft is written. */
const pause = 200

/** Forms that were sent and are not known to be saved: a form drawn anew after its saving must not restore its own text. */
const sent = new Set<string>()

/**
 * Keeps what is typed into a form in local storage, so that a lost connection, a reload or a crash loses nothing. The draft
 * goes when the form is saved or the draft is discarded. `name` tells the forms of one page apart; without one nothing is kept.
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

  // What was typed last is written while the form is still there to be read.
  useLayoutEffect(
    () => () => {
      if (timer.current !== undefined) write()
    },
    [write],
  )

  // Once for each form that appears.
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
    // A choice that came back may have brought further fields.
    const later = setTimeout(restore)
    const hide = () => {
      if (timer.current !== undefined) write()
    }
    window.addEventListener('pagehide', hide)
    const path = location.pathname
    return () => {
      clearTimeout(later)
      window.removeEventListener('pagehide', hide)
      // Saved, and sent on to another page; the way to a sign-in keeps it.
      const isLeft = location.pathname !== path && !new URLSearchParams(location.search).has('ended')
      if (sent.has(key) && isLeft) {
        sent.delete(key)
        forgetDraft(key)
      }
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what came of the last sending is read when the form appears
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
    /** Called when the form is sent: whether it was saved is known later. */
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

/** Whether a page's action says that it did nothing, in any of the ways in which they say so. */
function isRefusal(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const { failed, problem, saved_at } = answer as Record<string, unknown>
  return failed === true || (problem !== undefined && problem !== null) || saved_at === null
}

function valuesOf(form: HTMLFormElement): Map<string, string> {
  return new Map([...controlsOf(form)].map(([id, control]) => [id, readControl(control)]))
}
