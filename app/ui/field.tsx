import { type ComponentProps, type ReactNode, useId } from 'react'

import { useFieldProblem } from './known-problems.ts'
import { Icon } from './icon.tsx'

type Words = {
  label: ReactNode
  /** Below the field, always there. */
  hint?: ReactNode
  /** Why the value was not taken; below the field, in words and with an icon. */
  error?: string | undefined
  /** Across both columns of a form grid. */
  wide?: boolean
  /** Says "optional" beside the label. */
  optional?: boolean
}

type Control = {
  id: string
  className: 'in'
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above, hint and error below, all tied to the control, which `children` draws with what it is handed. */
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

/** The API calls a field by its name, 'guest_name must not be empty.'; who reads it knows it by its label. */
function inTheWordsOf(label: ReactNode, error: string): string {
  return typeof label === 'string' ? error.replace(/^[a-z]\w*(?= )/, label) : error
}

/** The sentence under a field or a group; tie it with `aria-describedby`. */
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

/** A choice out of `children`, which are options. */
export function SelectField(props: Words & ComponentProps<'select'>) {
  const [words, rest] = apart(props)
  return (
    <Field {...words} name={props.name}>
      {(control) => <select {...rest} {...control} />}
    </Field>
  )
}

/** What the field says, apart from what the control is. */
function apart<Props extends Words & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, wide, optional, id, ...rest } = props
  return [{ label, hint, error, wide, optional, id }, rest] as const
}
