import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Form, useFetcher, useNavigation } from 'react-router'

import { Button } from '../button.tsx'
import { HiddenFields } from '../forms/form-parts.tsx'
import { Icon } from '../pictures/icon.tsx'
import { type ToastFocus, useFocusAfterUndo, useFocusOnPage, useToastFocus } from './toast-focus.ts'
import '../lists/lists.css'

const shownFor = 6000

/** The number of toasts of switches that are visible at once. */
const maxSwitchToasts = 3

/**
 * Shows results of actions at the bottom of the window, for six seconds each. Toasts stay while they are hovered or focused,
 * and after failures. With `fetcherKey`, Undo uses the fetcher with this key. A result that the page itself shows gets no toast,
 * but removes the toast of an earlier failure.
 */
export function Toast({
  about: result,
  isShownByPage = false,
  fetcherKey,
}: {
  about: ToastMessage | undefined
  isShownByPage?: boolean
  fetcherKey?: string
}) {
  const about = isShownByPage ? undefined : result
  const focus = useToastFocus()
  const [lines, setLines] = useState<ToastLines>(noToastLines)
  const [last, setLast] = useState<ToastMessage>()
  const [undone, setUndone] = useState<ToastMessage | null>(null)
  if (result && result !== last) {
    setLast(result)
    setLines(about ? linesAfter(lines, about, undone) : linesWithoutFailures(lines))
    setUndone(null)
  }
  useFocusAfterUndo(about, focus, fetcherKey)
  useFocusOnPage(fetcherKey === undefined ? about : undefined)
  return (
    <ToastBox focus={focus}>
      {/* The live region of the next toast must exist before it gets text. Otherwise screen readers stay silent. */}
      {[...lines.shown, { n: lines.next, done: undefined }].map(({ n, done }) => (
        <Line
          key={n}
          done={done}
          focus={focus}
          fetcherKey={fetcherKey}
          onUndo={() => setUndone(done ?? null)}
          onGone={() => setLines((now) => linesWithout(now, n))}
        />
      ))}
    </ToastBox>
  )
}

/**
 * Puts the toasts of a part of the page into the box at the bottom of the window, or of the dialog around the part. The parts
 * share this box, so that their toasts never cover each other.
 */
function ToastBox({ focus, children }: { focus: ToastFocus; children: ReactNode }) {
  const [box, setBox] = useState<Element>()
  const find = useCallback((place: Element | null) => {
    if (place) setBox(toastBoxIn(place.closest('dialog') ?? document.body))
  }, [])
  return (
    <>
      <span ref={find} hidden />
      {box && createPortal(<div {...focus.handlers}>{children}</div>, box)}
    </>
  )
}

/** Returns the box of toasts at the end of an element. The first part of the page that needs the box creates it. */
function toastBoxIn(host: Element): Element {
  const known = host.querySelector(':scope > .toasts')
  if (known) return known
  const made = document.createElement('div')
  made.className = 'toasts'
  host.append(made)
  return made
}

const ReportToast = createContext((_key: string): void => {
  throw new Error('A switch must be inside Toasts')
})

/** Returns a function that registers a fetcher's key with the surrounding `Toasts`. */
export const useReportToast = () => use(ReportToast)

/** Shows the results of the switches inside. Each switch has its own fetcher, so that several results can be undone. */
export function Toasts({ children }: { children: ReactNode }) {
  const focus = useToastFocus()
  const [keys, setKeys] = useState<string[]>([])
  const report = useCallback(
    (key: string) => setKeys((now) => (now.includes(key) ? now : [...now, key].slice(-maxSwitchToasts))),
    [],
  )
  return (
    <ReportToast value={report}>
      {children}
      <ToastBox focus={focus}>
        {keys.map((key) => (
          <FetcherLine
            key={key}
            fetcherKey={key}
            focus={focus}
            onGone={() => setKeys((now) => now.filter((other) => other !== key))}
          />
        ))}
      </ToastBox>
    </ReportToast>
  )
}

function FetcherLine({
  fetcherKey,
  focus,
  onGone,
}: {
  fetcherKey: string
  focus: ToastFocus
  onGone: () => void
}) {
  const { data, state } = useFetcher<ToastMessage>({ key: fetcherKey })
  // The previous result has been shown already.
  const [before] = useState(data)
  const done = data === before ? undefined : data
  useFocusAfterUndo(done, focus, fetcherKey)
  return <Line done={done} isBusy={state !== 'idle'} focus={focus} fetcherKey={fetcherKey} onGone={onGone} />
}

/** One toast. While `isBusy` is true, the toast stays, because it will show the awaited result. */
function Line({
  done,
  isBusy = false,
  focus,
  fetcherKey,
  onUndo,
  onGone,
}: {
  done: ToastMessage | undefined
  isBusy?: boolean
  focus: ToastFocus
  fetcherKey: string | undefined
  onUndo?: () => void
  onGone: () => void
}) {
  const { held, returnFocus, undo } = focus
  const leave = useEffectEvent(onGone)
  const messageId = useId()
  useEffect(() => {
    if (!done || done.failed || held || isBusy) return
    const timer = setTimeout(() => leave(), shownFor)
    return () => clearTimeout(timer)
  }, [done, held, isBusy])
  return (
    <div className="toast-line">
      <div role={done?.failed ? 'alert' : 'status'}>
        {done && (
          <p className="toast">
            <Icon name={done.failed ? 'alert' : 'tick'} />
            <span id={messageId}>{done.message}</span>
          </p>
        )}
      </div>
      {done?.undo && (
        <Undo
          fields={done.undo}
          messageId={messageId}
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
          onClick={() => {
            onGone()
            // React removes the focused button after this handler.
            queueMicrotask(returnFocus)
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
  messageId,
  fetcherKey,
  onPress,
}: {
  fields: Record<string, string>
  /** The id of the message that this button undoes. */
  messageId: string
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
      <HiddenFields values={fields} />
      <Button small disabled={busy} aria-describedby={messageId}>
        Undo
      </Button>
    </Form>
  )
}

/**
 * The result of an action. `undo` holds the fields of the form that undoes the action, and `about` is the subject of the
 * action. Each action must give a new object.
 */
export type ToastMessage = {
  message: string
  failed: boolean
  undo?: Record<string, string> | null
  about?: string
}

/** The visible toasts, latest last; `next` is the number of the next toast. */
export type ToastLines = { shown: { n: number; done: ToastMessage }[]; next: number }

export const noToastLines: ToastLines = { shown: [], next: 0 }

/**
 * Returns the toasts after another action. Earlier toasts stay if they can be undone and have another subject. If the action
 * was an Undo, its message replaces the toast `undone`.
 */
export function linesAfter(
  { shown, next }: ToastLines,
  done: ToastMessage,
  undone: ToastMessage | null,
): ToastLines {
  const isKept = (before: ToastMessage) =>
    before === undone || (before.undo && (done.about === undefined || before.about !== done.about))
  const kept = shown.filter((line) => isKept(line.done))
  const place = kept.findIndex((line) => line.done === undone)
  return place === -1
    ? { shown: [...kept, { n: next, done }], next: next + 1 }
    : { shown: kept.map((line, n) => (n === place ? { ...line, done } : line)), next }
}

export function linesWithout({ shown, next }: ToastLines, n: number): ToastLines {
  return { shown: shown.filter((line) => line.n !== n), next }
}

export function linesWithoutFailures({ shown, next }: ToastLines): ToastLines {
  return { shown: shown.filter(({ done }) => !done.failed), next }
}
