import { type RefObject, useCallback, useRef, useState } from 'react'
import { type FetcherWithComponents, Form as RouterForm, type FormProps } from 'react-router'

import { Button } from './button.tsx'
import { useDraft } from './draft.ts'
import { FieldProblems } from './known-problems.ts'
import { type FieldProblem, problemsIn } from './field-problems.ts'
import { useHydrated } from './hydrated.ts'
import { Notice } from './notice.tsx'

type Props = Omit<FormProps, 'noValidate'> & {
  ref?: RefObject<HTMLFormElement | null>
  /** Another form to draw, such as that of a fetcher. */
  as?: typeof RouterForm | FetcherWithComponents<unknown>['Form'] | 'form'
  /** Keeps what is typed on this device under this name, until it is saved, discarded, or its owner signs out. */
  draft?: string
  /** For a form whose sending is not the page's: changes with every saving, so that the draft goes. */
  saved?: unknown
  /** Called when somebody throws the restored draft away. */
  onDiscard?: () => void
  /** Called when a field is wrong, for forms that may hide their fields. */
  onWrong?: () => void
}

const none: ReadonlySet<string> = new Set()

type Sending = Parameters<NonNullable<FormProps['onSubmit']>>[0]
type Typing = Parameters<NonNullable<FormProps['onInput']>>[0]

/**
 * A form that says itself what is wrong with its fields: at each field, above them where there are several, and with the focus
 * on the first. Without a script the browser says so by the same constraints.
 */
export function Form({
  ref,
  as = RouterForm,
  draft: name,
  saved,
  onDiscard,
  onWrong,
  onSubmit,
  onInput,
  children,
  ...rest
}: Props) {
  // They take the same of what is given here.
  const Base = as as typeof RouterForm
  const own = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const [wrong, setWrong] = useState<FieldProblem[]>([])
  const [corrected, setCorrected] = useState(none)
  const draft = useDraft(own, { name, saved })
  const place = useCallback(
    (node: HTMLFormElement | null) => {
      own.current = node
      if (ref) ref.current = node
    },
    [ref],
  )

  function submit(event: Sending) {
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as unknown as SubmitEvent
    const isUnchecked = submitter?.hasAttribute('formnovalidate')
    const found = isUnchecked ? [] : problemsIn(form)
    setWrong(found)
    if (found[0]) {
      event.preventDefault()
      onWrong?.()
      const { control } = found[0]
      // The fields of a form that was previewed appear only now.
      requestAnimationFrame(() => control.focus())
      return
    }
    setCorrected(none)
    onSubmit?.(event)
    if (!event.defaultPrevented) draft.send()
  }

  function input(event: Typing) {
    const { name: changed } = event.target as Partial<HTMLInputElement>
    if (changed) {
      setWrong((now) =>
        now.some((one) => one.name === changed) ? now.filter((one) => one.name !== changed) : now,
      )
      // Where a script checks while somebody types, what it says is of now.
      if (as !== 'form') setCorrected((now) => (now.has(changed) ? now : new Set(now).add(changed)))
    }
    draft.touch()
    onInput?.(event)
  }

  return (
    <Base {...rest} ref={place} noValidate={hydrated} onSubmit={submit} onInput={input}>
      <FieldProblems
        value={{ problems: Object.fromEntries(wrong.map((one) => [one.name, one.message])), corrected }}
      >
        {draft.restored && (
          <RestoredDraft
            isOvertaken={draft.restored === 'overtaken'}
            onDiscard={() => {
              draft.discard()
              onDiscard?.()
            }}
          />
        )}
        <WrongFields problems={wrong} />
        {children}
      </FieldProblems>
    </Base>
  )
}

/** Above the fields: what is to be corrected, where it is more than one field, or one that has no room for a sentence. */
function WrongFields({ problems }: { problems: FieldProblem[] }) {
  const isSaidThere = problems.every(({ control }) => control.closest('.field'))
  if (problems.length === 0 || (problems.length === 1 && isSaidThere)) return null
  return (
    <div className="full form-notice">
      <Notice tone="bad">
        <p>
          {problems.length === 1 ? 'One field needs your attention.' : 'Some fields need your attention.'}
        </p>
        <ul>
          {problems.map(({ control, label, message }, n) => (
            <li key={n}>
              <button type="button" className="as-link" onClick={() => control.focus()}>
                {label}
              </button>
              {label.endsWith('?') ? ' ' : ': '}
              {message}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function RestoredDraft({ isOvertaken, onDiscard }: { isOvertaken: boolean; onDiscard: () => void }) {
  return (
    <div className="full form-notice">
      <Notice tone="info" role="status">
        <p>
          We’ve brought back what you typed here before. It isn’t saved yet.
          {isOvertaken && ' Some of it has been changed by someone else since, so please check it first.'}
        </p>
        <Button type="button" small onClick={onDiscard}>
          Discard draft
        </Button>
      </Notice>
    </div>
  )
}
