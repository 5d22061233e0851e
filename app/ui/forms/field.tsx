import { type ComponentProps, type ReactNode, useId } from 'react'

import { useFieldProblem } from './field-problems.ts'
import { Icon } from '../pictures/icon.tsx'

export type FieldProps = {
  id?: string | undefined
  name?: string | undefined
  label: ReactNode
  /** Help text below the field. */
  hint?: ReactNode
  /** The error message below the field. */
  error?: string | undefined
  /** Whether the field spans both columns of a form grid. */
  wide?: boolean
  /** Whether "(optional)" is added to the label. */
  optional?: boolean
}

/** Returns the props of a control, and a function that frames the control with its label, hint and error. */
export function useField<Props extends FieldProps>(props: Props) {
  const { label, hint, error: formError, wide, optional, ...rest } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const error = useFieldProblem(props.name ?? id, formError)
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
export function withLabel(label: ReactNode, error: string): string {
  return typeof label === 'string' ? error.replace(/^[a-z]\w*(?= )/, label) : error
}

/** The error message below a field or group, which must refer to the message with `aria-describedby`. */
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
