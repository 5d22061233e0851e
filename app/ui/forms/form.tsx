import { type RefObject, useCallback, useRef, useState } from 'react'
import { type FetcherWithComponents, Form as RouterForm, type FormProps } from 'react-router'

import { Button } from '../button.tsx'
import { useRefusalFocus } from '../focus.tsx'
import { useDraft } from './use-draft.ts'
import { FieldProblems } from './field-problems.ts'
import { type InvalidField, problemsIn } from './invalid-fields.ts'
import { useHydrated } from '../page/hydrated.ts'
import { Notice } from '../page/notice.tsx'

type Props = Omit<FormProps, 'noValidate'> & {
  ref?: RefObject<HTMLFormElement | null>
  /** Another form component to render, such as the form of a fetcher. */
  as?: typeof RouterForm | FetcherWithComponents<unknown>['Form'] | 'form'
  /** Stores a draft under this name on this device until the form is saved, the draft is discarded, or its owner signs out. */
  draft?: string
  /** The refusal of the last submit. Each refusal focuses the first invalid field or, if no field is invalid, the message. */
  refused?: unknown
  /** A value that changes with every save of a fetcher's form, so that the draft is deleted. */
  saved?: unknown
  /** Called when the restored draft is discarded. */
  onDiscard?: () => void
  /** Called when a field is invalid, for forms that may hide their fields. */
  onWrong?: () => void
}

const noFields: ReadonlySet<string> = new Set()

/**
 * A form with our own validation messages at each field and a summary above the form. Focuses the first invalid field.
 * Without JavaScript, the browser checks the same constraints.
 */
export function Form({
  ref,
  as = RouterForm,
  draft: name,
  refused,
  saved,
  onDiscard,
  onWrong,
  onSubmit,
  onInput,
  children,
  ...rest
}: Props) {
  // All these components accept the props of React Router's form.
  const Base = as as typeof RouterForm
  const own = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const [invalid, setInvalid] = useState<InvalidField[]>([])
  const [corrected, setCorrected] = useState(noFields)
  const draft = useDraft(own, { name, saved })
  useRefusalFocus(refused, own)
  const place = useCallback(
    (node: HTMLFormElement | null) => {
      own.current = node
      if (ref) ref.current = node
    },
    [ref],
  )

  function submit(event: Parameters<NonNullable<FormProps['onSubmit']>>[0]) {
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as unknown as SubmitEvent
    const isUnchecked = submitter?.hasAttribute('formnovalidate')
    const found = isUnchecked ? [] : problemsIn(form)
    setInvalid(found)
    if (found[0]) {
      event.preventDefault()
      onWrong?.()
      const { control } = found[0]
      // Fields that a preview has hidden appear only with the next render.
      requestAnimationFrame(() => control.focus())
      return
    }
    setCorrected(noFields)
    onSubmit?.(event)
    draft.send(event.defaultPrevented)
  }

  function input(event: Parameters<NonNullable<FormProps['onInput']>>[0]) {
    const control = event.target as Partial<HTMLInputElement>
    const changed = control.name || control.id
    if (changed) {
      setInvalid((now) =>
        now.some((field) => field.name === changed) ? now.filter((field) => field.name !== changed) : now,
      )
      // Plain forms validate while typing, so their messages are current.
      if (as !== 'form') setCorrected((now) => (now.has(changed) ? now : new Set(now).add(changed)))
    }
    draft.touch()
    onInput?.(event)
  }

  const discard = () => {
    draft.discard()
    onDiscard?.()
  }

  return (
    <Base {...rest} ref={place} noValidate={hydrated} onSubmit={submit} onInput={input}>
      <FieldProblems
        value={{
          problems: Object.fromEntries(invalid.map((field) => [field.name, field.message])),
          corrected,
        }}
      >
        {draft.restored && (
          <div className="full form-notice">
            <Notice tone="info" role="status">
              <p>
                We’ve brought back what you typed here before. It isn’t saved yet.
                {draft.restored === 'overtaken' &&
                  ' Someone else has changed some of these fields since, so please check them first.'}
              </p>
              <Button type="button" small onClick={discard}>
                Discard draft
              </Button>
            </Notice>
          </div>
        )}
        <InvalidFields problems={invalid} />
        {children}
      </FieldProblems>
    </Base>
  )
}

/** Lists invalid fields above the form, unless the only invalid field shows its own message. */
function InvalidFields({ problems }: { problems: InvalidField[] }) {
  const showsOwnMessage = problems.every(({ control }) => control.closest('.field'))
  if (problems.length === 0 || (problems.length === 1 && showsOwnMessage)) return null
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
