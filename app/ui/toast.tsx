import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'

import { Button } from './button.tsx'
import { focusOnPage, isFocusLost } from './focus.tsx'
import { Icon } from './icon.tsx'
import './lists.css'

const shownFor = 6000

/** At most so many toasts of switches are visible. */
const mostThrown = 3

/**
 * Results of actions at the bottom of the window, for six seconds each. They stay while hovered or focused, and after
 * failures. With `fetcherKey`, Undo uses that fetcher.
 */
export function Toast({ about, fetcherKey }: { about: ToastMessage | undefined; fetcherKey?: string }) {
  const ground = useGround()
  const [lines, setLines] = useState<ToastLines>(noToastLines)
  const [last, setLast] = useState<ToastMessage>()
  const [undone, setUndone] = useState<ToastMessage | null>(null)
  if (about && about !== last) {
    setLast(about)
    setLines(linesAfter(lines, about, undone))
    setUndone(null)
  }
  useFocusAfter(about, ground, fetcherKey)
  useFocusOnPage(fetcherKey === undefined ? about : undefined)
  return (
    <div className="toasts" {...ground.holds}>
      {/* The next toast's live region must exist before it has text, or screen readers stay silent. */}
      {[...lines.shown, { n: lines.next, done: undefined }].map(({ n, done }) => (
        <Line
          key={n}
          done={done}
          ground={ground}
          fetcherKey={fetcherKey}
          onUndo={() => setUndone(done ?? null)}
          onGone={() => setLines((now) => linesWithout(now, n))}
        />
      ))}
    </div>
  )
}

const Thrown = createContext((_key: string): void => {
  throw new Error('What is thrown stands inside Toasts')
})

/** Returns a function that tells the surrounding `Toasts` about a fetcher's key. */
export const useThrown = () => use(Thrown)

/** Shows the results of the switches inside. Each has its own fetcher, so that several can be undone. */
export function Toasts({ children }: { children: ReactNode }) {
  const ground = useGround()
  const [keys, setKeys] = useState<string[]>([])
  const thrown = useCallback(
    (key: string) => setKeys((now) => (now.includes(key) ? now : [...now, key].slice(-mostThrown))),
    [],
  )
  return (
    <Thrown value={thrown}>
      {children}
      <div className="toasts" {...ground.holds}>
        {keys.map((key) => (
          <ThrownLine
            key={key}
            fetcherKey={key}
            ground={ground}
            onGone={() => setKeys((now) => now.filter((one) => one !== key))}
          />
        ))}
      </div>
    </Thrown>
  )
}

function ThrownLine({
  fetcherKey,
  ground,
  onGone,
}: {
  fetcherKey: string
  ground: Ground
  onGone: () => void
}) {
  const { data } = useFetcher<ToastMessage>({ key: fetcherKey })
  // The previous result has been shown already.
  const [before] = useState(data)
  const done = data === before ? undefined : data
  useFocusAfter(done, ground, fetcherKey)
  return <Line done={done} ground={ground} fetcherKey={fetcherKey} onGone={onGone} />
}

type Ground = ReturnType<typeof useGround>

/** Whether the pointer or focus is on the toasts, and where focus came from. */
function useGround() {
  const [held, setHeld] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  const undoing = useRef<{ key: string | undefined }>(null)
  const goBack = () => {
    if (before.current?.isConnected) before.current.focus()
    else focusOnPage()
  }
  return {
    held,
    goBack,
    undo(key: string | undefined) {
      undoing.current = { key }
    },
    /** Ignores results of other toasts. */
    goBackAfterUndo(key: string | undefined) {
      if (undoing.current === null || undoing.current.key !== key) return
      undoing.current = null
      if (isFocusLost()) goBack()
    },
    holds: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus({ currentTarget, relatedTarget }: FocusEvent) {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      },
      onBlur: () => setHeld(false),
    },
  }
}

/** The pressed Undo button is gone; focus returns. */
function useFocusAfter(done: ToastMessage | undefined, { goBackAfterUndo }: Ground, key: string | undefined) {
  const goOn = useEffectEvent(() => goBackAfterUndo(key))
  // Before paint, so that nobody presses a new button by accident.
  useLayoutEffect(() => {
    if (done) goOn()
  }, [done])
}

/** Focuses the page if the pressed button disappeared with its row. */
function useFocusOnPage(done: ToastMessage | undefined) {
  const isOver = useNavigation().state === 'idle'
  const seen = useRef<ToastMessage>(undefined)
  useEffect(() => {
    if (!done || !isOver || seen.current === done) return
    seen.current = done
    focusOnPage()
  }, [done, isOver])
}

function Line({
  done,
  ground,
  fetcherKey,
  onUndo,
  onGone,
}: {
  done: ToastMessage | undefined
  ground: Ground
  fetcherKey: string | undefined
  onUndo?: () => void
  onGone: () => void
}) {
  const { held, goBack, undo } = ground
  const leave = useEffectEvent(onGone)
  const said = useId()
  useEffect(() => {
    if (!done || done.failed || held) return
    const timer = setTimeout(() => leave(), shownFor)
    return () => clearTimeout(timer)
  }, [done, held])
  return (
    <div className="toast-line">
      <div role={done?.failed ? 'alert' : 'status'}>
        {done && (
          <p className="toast">
            <Icon name={done.failed ? 'alert' : 'tick'} />
            <span id={said}>{done.said}</span>
          </p>
        )}
      </div>
      {done?.undo && (
        <Undo
          fields={done.undo}
          of={said}
          fetcherKey={fetcherKey}
          onPress={() => {
            undo(fetcherKey)
            onUndo?.()
          }}
        />
      )}
      {done && (
        <button
          type="button"
          className="toast-close"
          onClick={() => {
            onGone()
            // The focused button is removed after this.
            queueMicrotask(goBack)
          }}
        >
          <Icon name="cross" />
          <span className="sr">Dismiss</span>
        </button>
      )}
    </div>
  )
}

function Undo({
  fields,
  of,
  fetcherKey,
  onPress,
}: {
  fields: Record<string, string>
  /** The id of the message that this button undoes. */
  of: string
  fetcherKey: string | undefined
  onPress: () => void
}) {
  const beside = useFetcher(fetcherKey ? { key: fetcherKey } : {})
  const busy = useNavigation().formMethod === 'POST' || (fetcherKey !== undefined && beside.state !== 'idle')
  return (
    <Form
      method="post"
      onSubmit={onPress}
      {...(fetcherKey ? { navigate: false, fetcherKey } : {})}
      preventScrollReset
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button small disabled={busy} aria-describedby={of}>
        Undo
      </Button>
    </Form>
  )
}

/**
 * The result of an action; `undo` holds the fields of the form that undoes it, `about` its subject. Each action has a
 * new object.
 */
export type ToastMessage = {
  said: string
  failed: boolean
  undo?: Record<string, string> | null
  about?: string
}

/** The visible toasts, latest last; `next` is the number of the next one. */
export type ToastLines = { shown: { n: number; done: ToastMessage }[]; next: number }

export const noToastLines: ToastLines = { shown: [], next: 0 }

/**
 * The toasts after another action. Earlier ones stay if they can be undone and have another subject. If the action
 * was an Undo, its message replaces `undone`.
 */
export function linesAfter(
  { shown, next }: ToastLines,
  done: ToastMessage,
  undone: ToastMessage | null,
): ToastLines {
  const stays = (before: ToastMessage) =>
    before === undone || (before.undo && (done.about === undefined || before.about !== done.about))
  const kept = shown.filter((line) => stays(line.done))
  const place = kept.findIndex((line) => line.done === undone)
  return place === -1
    ? { shown: [...kept, { n: next, done }], next: next + 1 }
    : { shown: kept.map((line, n) => (n === place ? { ...line, done } : line)), next }
}

export function linesWithout({ shown, next }: ToastLines, n: number): ToastLines {
  return { shown: shown.filter((line) => line.n !== n), next }
}
