import type { ComponentProps } from 'react'

import { type FieldProps, useField } from './field.tsx'

/** The labels of options by value. */
export type OptionLabels = Record<string, string | { label: string }>

/** A select field; its options are `children`, followed by `options`. */
export function SelectField({
  options = {},
  children,
  ...props
}: FieldProps & ComponentProps<'select'> & { options?: OptionLabels }) {
  const { control, frame } = useField(props)
  return frame(
    <select {...control}>
      {children}
      {Object.entries(options).map(([value, label]) => (
        <option key={value} value={value}>
          {typeof label === 'string' ? label : label.label}
        </option>
      ))}
    </select>,
  )
}
