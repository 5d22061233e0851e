import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { Icon } from './icon.tsx'

type Words = {
  label: ReactNode
  /** Help text below the field. */
  hint?: ReactNode
  /** The error message below the field. */
  error?: string | undefined
  /** Spans both columns of a form grid. */
  wide?: boolean
  /** Adds "(optional)" to the label. */
  optional?: boolean
}

type Control = {
  id: string
  className: 'in'
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, hint and error, all tied to the control that `children` renders. */
function Field({
  id,
  name,
  label,
  hint,
  error: told,
  wide,
  optional,
  children,
}: Words & {
  id?: string | undefined
  name?: string | undefined
  children: (control: Control) => ReactNode
}) {
  const own = useId()
  const error = useFieldProblem(name, told)
  const field = id ?? own
  const described = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ')
  return (
    <div className={wide ? 'field full' : 'field'}>
      <label htmlFor={field}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children({
        id: field,
        className: 'in',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <span className="hint" id={`${field}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${field}-error`}>{inTheWordsOf(label, error)}</FieldError>}
    </div>
  )
}

/** Replaces the API's field name with the label, as in "guest_name must not be empty." */
function inTheWordsOf(label: ReactNode, error: string): string {
  return typeof label === 'string' ? error.replace(/^[a-z]\w*(?= )/, label) : error
}

/** The message below a field or group; tie it with `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon name="alert" />
      {children}
    </p>
  )
}

export function TextField(props: Words & ComponentProps<'input'>) {
  const [words, rest] = apart(props)
  return (
    <Field {...words} name={props.name}>
      {(control) => <input {...rest} {...control} />}
    </Field>
  )
}

export function TextAreaField(props: Words & ComponentProps<'textarea'>) {
  const [words, rest] = apart(props)
  return (
    <Field {...words} name={props.name}>
      {(control) => <textarea {...rest} {...control} />}
    </Field>
  )
}

/** A select; `children` are its options. */
export function SelectField(props: Words & ComponentProps<'select'>) {
  const [words, rest] = apart(props)
  return (
    <Field {...words} name={props.name}>
      {(control) => <select {...rest} {...control} />}
    </Field>
  )
}

/** Splits the props of the field from those of the control. */
function apart<Props extends Words & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, wide, optional, id, ...rest } = props
  return [{ label, hint, error, wide, optional, id }, rest] as const
}

/** A checkbox or radio button with its label. */
export function CheckField({
  label,
  hint,
  type = 'checkbox',
  ...rest
}: { label: ReactNode; hint?: ReactNode; type?: 'checkbox' | 'radio' } & Omit<
  ComponentProps<'input'>,
  'type'
>) {
  const hinted = useId()
  return (
    <label className="check">
      <input {...rest} type={type} aria-describedby={hint ? hinted : undefined} />
      <span>
        {label}
        {hint && (
          <span className="hint" id={hinted}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

/** Checkboxes or radio buttons under one legend. */
export function CheckGroup({
  legend,
  wide,
  children,
}: {
  legend: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={wide ? 'full' : undefined}>
      <legend className="label">{legend}</legend>
      {children}
    </fieldset>
  )
}

/*
 * Fields that show a value of the URL and change it at once. They are not remounted on navigation, so focus stays in
 * them.
 */

type Following<Props> = Omit<Props, 'value' | 'defaultValue' | 'ref'> & { value: string }

export function FollowedField({ value, ...rest }: Following<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} ref={useFollowing<HTMLInputElement>(value)} defaultValue={value} />
}

export function FollowedSelect({ value, ...rest }: Following<ComponentProps<typeof SelectField>>) {
  return <SelectField {...rest} ref={useFollowing<HTMLSelectElement>(value)} defaultValue={value} />
}

function useFollowing<Control extends { value: string }>(value: string) {
  const control = useRef<Control>(null)
  // Before paint, so that early typing is not overwritten.
  useLayoutEffect(() => {
    if (control.current && control.current.value !== value) control.current.value = value
  }, [value])
  return control
}

/** Whether a changed field applies at once: a select, or a complete date. While 2027 is typed, the year is 2, 20, 202. */
export function isChosen(target: EventTarget): boolean {
  if (target instanceof HTMLSelectElement) return true
  if (!(target instanceof HTMLInputElement) || target.type !== 'date') return false
  return target.validity.valid && (target.value === '' || target.value > '1000')
}

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'min' | 'max'> & {
  min: number
  max: number
  /** Labels of the buttons: "One guest fewer", "One guest more". */
  fewer: string
  more: string
}

/**
 * A number field between minus and plus buttons, which CSS hides without JavaScript. Presses call `onChange` as
 * typing does.
 */
export function Stepper({ fewer, more, min, max, onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(Number(field.value ?? field.defaultValue ?? min))
  const value = field.value === undefined ? shown : Number(field.value)

  function step(by: 1 | -1) {
    const element = input.current
    if (!element) return
    const typed = element.valueAsNumber
    const next = Number.isNaN(typed) ? min : Math.min(Math.max(Math.round(typed) + by, min), max)
    if (next === typed) return
    // Uses the native setter, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, String(next))
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="stepper">
      <button type="button" aria-label={fewer} aria-disabled={value <= min} onClick={() => step(-1)}>
        −
      </button>
      <input
        {...field}
        ref={input}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        onChange={(event) => {
          setShown(event.target.valueAsNumber)
          onChange?.(event)
        }}
      />
      <button type="button" aria-label={more} aria-disabled={value >= max} onClick={() => step(1)}>
        +
      </button>
    </div>
  )
}

/** Messages by field name, and the fields corrected since the last refusal. */
type Known = { problems: Record<string, string>; corrected: ReadonlySet<string> }

export const FieldProblems = createContext<Known>({ problems: {}, corrected: new Set() })

/** The message of a field: the form's own, or else the server's until the field is edited. */
function useFieldProblem(name: string | undefined, error: string | undefined): string | undefined {
  const { problems, corrected } = use(FieldProblems)
  if (name === undefined) return error
  return problems[name] ?? (corrected.has(name) ? undefined : error)
}
