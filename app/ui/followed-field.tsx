import { type ComponentProps, useLayoutEffect, useRef } from 'react'

import { SelectField, TextField } from './field.tsx'

/*
 * Fields that show what the address says and change it at once. Whoever stands in one stays in it when the page has
 * followed: a field that was drawn anew would throw them out, and arrow keys choose one by one.
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
  // At once: what somebody types into a page that has just come must not be taken for what stood there before.
  useLayoutEffect(() => {
    if (control.current && control.current.value !== value) control.current.value = value
  }, [value])
  return control
}

/** Whether somebody made a choice there, or named a day: it counts at once. While 2027 is typed the year is 2, 20, 202. */
export function isChosen(target: EventTarget): boolean {
  if (target instanceof HTMLSelectElement) return true
  if (!(target instanceof HTMLInputElement) || target.type !== 'date') return false
  return target.validity.valid && (target.value === '' || target.value > '1000')
}
