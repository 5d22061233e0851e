import { type ComponentProps, type ReactNode, useId } from 'react'

import { FieldError, withLabel } from './field.tsx'

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

/** Checkboxes or radio buttons under one legend, with the error message of the group. */
export function CheckGroup({
  legend,
  wide,
  error,
  children,
}: {
  legend: ReactNode
  wide?: boolean
  error?: string | undefined
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset
      className={wide ? 'full' : undefined}
      aria-describedby={error && errorId}
      // A refusal focuses the group, because none of its controls is invalid by itself.
      {...(error && { 'data-refusal': '', tabIndex: -1 })}
    >
      <legend className="label">{legend}</legend>
      {children}
      {error && <FieldError id={errorId}>{withLabel(legend, error)}</FieldError>}
    </fieldset>
  )
}
