import { type ComponentProps, type ReactNode, useId } from 'react'

/** One thing that is so or is not, with its words beside it. */
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

/** Several of them under one question. */
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
    <fieldset className={wide ? 'checks full' : 'checks'}>
      <legend className="label">{legend}</legend>
      {children}
    </fieldset>
  )
}
