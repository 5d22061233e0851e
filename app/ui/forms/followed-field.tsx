import { type ComponentProps, type FormEvent, useLayoutEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

import { TextField } from './field.tsx'
import { SelectField } from './select-field.tsx'

/*
 * Fields that show a value of the URL, for forms that write their values into the URL. A navigation does
 * not remount these fields, so they keep their focus.
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
  // Runs before the paint, so that early typing is not overwritten.
  useLayoutEffect(() => {
    if (control.current && control.current.value !== value) control.current.value = value
  }, [value])
  return control
}

/** Returns the `onChange` of a form whose choices apply at once. */
export function useSubmitChoices() {
  const submit = useSubmit()
  return ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (isChosen(target)) void submit(currentTarget, { replace: true, preventScrollReset: true })
  }
}

/**
 * Returns whether a changed field applies at once: a select or a complete date. A year that is being typed
 * does not apply: 2027 is first 2, 20 and 202.
 */
function isChosen(target: EventTarget): boolean {
  if (target instanceof HTMLSelectElement) return true
  if (!(target instanceof HTMLInputElement) || target.type !== 'date') return false
  return target.validity.valid && (target.value === '' || target.value > '1000')
}
