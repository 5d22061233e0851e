import { type ComponentProps, type ReactNode, useId } from 'react'

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
