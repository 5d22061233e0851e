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

type FieldProps = {
  id?: string | undefined
  name?: string | undefined
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

/** Returns the props of a control, and a function that frames the control with its label, hint and error. */
function useField<Props extends FieldProps>(props: Props) {
  const { label, hint, error: formError, wide, optional, ...rest } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const error = useFieldProblem(props.name, formError)
  const control = {
    ...rest,
    id,
    className: 'in',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  } as const
  const frame = (element: ReactNode) => (
    <div className={wide ? 'field full' : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {element}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{withLabel(label, error)}</FieldError>}
    </div>
  )
  return { control, frame }
}

/** Replaces the API's field name with the label, as in "guest_name must not be empty." */
function withLabel(label: ReactNode, error: string): string {
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

export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const { control, frame } = useField(props)
  return frame(<input {...control} />)
}

export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { control, frame } = useField(props)
  return frame(<textarea {...control} />)
}

/** A select; `children` are its options. */
export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { control, frame } = useField(props)
  return frame(<select {...control} />)
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
  const hintId = useId()
  return (
    <label className="check">
      <input {...rest} type={type} aria-describedby={hint ? hintId : undefined} />
      <span>
        {label}
        {hint && (
          <span className="hint" id={hintId}>
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

type FromUrl<Props> = Omit<Props, 'value' | 'defaultValue' | 'ref'> & { value: string }

export function FollowedField({ value, ...rest }: FromUrl<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} ref={useUrlValue<HTMLInputElement>(value)} defaultValue={value} />
}

export function FollowedSelect({ value, ...rest }: FromUrl<ComponentProps<typeof SelectField>>) {
  return <SelectField {...rest} ref={useUrlValue<HTMLSelectElement>(value)} defaultValue={value} />
}

function useUrlValue<Control extends { value: string }>(value: string) {
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

/**
 * A number field between minus and plus buttons, which CSS hides without JavaScript. Presses call `onChange` as
 * typing does.
 */
export function Stepper({
  fewer,
  more,
  min,
  max,
  onChange,
  ...field
}: Omit<ComponentProps<'input'>, 'type' | 'ref' | 'min' | 'max'> & {
  min: number
  max: number
  /** Labels of the buttons: "One guest fewer", "One guest more". */
  fewer: string
  more: string
}) {
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
export const FieldProblems = createContext<{
  problems: Record<string, string>
  corrected: ReadonlySet<string>
}>({ problems: {}, corrected: new Set() })

/** The message of a field: the form's own, or else the server's until the field is edited. */
function useFieldProblem(name: string | undefined, error: string | undefined): string | undefined {
  const { problems, corrected } = use(FieldProblems)
  if (name === undefined) return error
  return problems[name] ?? (corrected.has(name) ? undefined : error)
}
