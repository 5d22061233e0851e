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
import { focusOnPage, isFocusLost } from './focus.ts'
import { Icon } from './icon.tsx'
import { type ToastMessage, type ToastLines, linesAfter, linesWithout, noToastLines } from './toast-lines.ts'
import './lists.css'

const shownFor = 6000

/** More switches than these are rather thrown back themselves than by what would cover them. */
const mostThrown = 3

/**
 * What the acts of a page came to, at the foot of the window, each for six seconds; they stay while somebody is on one of
 * them, and where nothing was done. With `fetcherKey` an undoing goes beside the page, as the act did.
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
      {/* The one to come is there before it says anything: only then is it read out. */}
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

/** Says that something goes by the fetcher of that key: the `Toasts` round it say what it came to. */
export const useThrown = () => use(Thrown)

/** Says what came of each switch inside, which go by fetchers of their own: of two in quick succession both can be undone. */
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
  // What the throw before this one came to has been said.
  const [before] = useState(data)
  const done = data === before ? undefined : data
  useFocusAfter(done, ground, fetcherKey)
  return <Line done={done} ground={ground} fetcherKey={fetcherKey} onGone={onGone} />
}

type Ground = ReturnType<typeof useGround>

/** Where toasts stand: whether somebody is on them, and from where. */
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
    /** What comes of another line meanwhile is no answer to what was undone. */
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

/** The button that was pressed went with what it undid. */
function useFocusAfter(done: ToastMessage | undefined, { goBackAfterUndo }: Ground, key: string | undefined) {
  const goOn = useEffectEvent(() => goBackAfterUndo(key))
  // Before anybody can press what stands there now.
  useLayoutEffect(() => {
    if (done) goOn()
  }, [done])
}

/** Where what was pressed went with what was done, such as a claim with its decision, the page has the focus. */
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
            // The button that has the focus goes only after this.
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
  /** The element that says what is undone: there may be several. */
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
