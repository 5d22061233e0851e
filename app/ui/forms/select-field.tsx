import type { ComponentProps } from 'react'

import { type FieldProps, useField } from './field.tsx'

/** The labels of options by value. */
export type OptionLabels = Record<string, string | { label: string }>

type Option = [value: string | number, label: string]

/** A select field; its options are `children`, followed by `options`: labels by value, or pairs of a value and a label. */
export function SelectField({
  options = {},
  children,
  ...props
}: FieldProps & ComponentProps<'select'> & { options?: OptionLabels | Option[] }) {
  const { control, frame } = useField(props)
  return frame(
    <select {...control}>
      {children}
      {(Array.isArray(options) ? options : Object.entries(options)).map(([value, label]) => (
        <option key={value} value={value}>
          {typeof label === 'string' ? label : label.label}
        </option>
      ))}
    </select>,
  )
}
