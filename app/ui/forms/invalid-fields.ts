import { formatDay, isDay } from '../../platform/days.ts'
import { type Control, isControl } from './form-controls.ts'

/** An invalid control and our message about it. `name` is the name of the control or, if it has none, its id. */
export type InvalidField = { control: Control; name: string; label: string; message: string }

/** Returns the invalid controls of a form in order, with one control for each name, such as a group of boxes. */
export function problemsIn(form: HTMLFormElement): InvalidField[] {
  const invalid = [...form.elements].filter(
    (element): element is Control => isControl(element) && element.willValidate && !element.validity.valid,
  )
  const listed = new Set<string>()
  return invalid.flatMap((control) => {
    const name = control.name || control.id
    if (name !== '' && listed.has(name)) return []
    listed.add(name)
    return [{ control, name, label: labelOf(control), message: messageFor(control) }]
  })
}

/** Returns the label without "(optional)" and hint; for radio buttons and boxes of a group, the legend of their group. */
function labelOf(control: Control): string {
  const isOfGroup = control.type === 'radio' || (control.type === 'checkbox' && control.dataset.missing)
  const group = isOfGroup ? control.closest('fieldset')?.querySelector('legend') : null
  const label = group ?? control.labels?.[0]
  const copy = label?.cloneNode(true)
  if (copy instanceof Element) for (const extra of copy.querySelectorAll('.optional, .hint')) extra.remove()
  return copy?.textContent?.trim() || control.getAttribute('aria-label') || 'A field'
}

/** The constraints that messages mention. */
export type Constraint = Pick<
  HTMLInputElement,
  'type' | 'min' | 'max' | 'step' | 'minLength' | 'maxLength' | 'title' | 'validationMessage'
> & { validity: Partial<ValidityState>; dataset?: { missing?: string } }

/** Returns our message for an invalid control. The attribute `data-missing` replaces the message for a missing value. */
export function messageFor(control: Control | Constraint): string {
  const { type, title, validity, validationMessage } = control
  const { min = '', max = '', step = '', minLength = -1, maxLength = -1 } = control as Partial<Constraint>
  if (validity.valueMissing) return control.dataset?.missing ?? missing[type] ?? 'Please fill this in.'
  if (validity.badInput)
    return type === 'number' ? 'Please enter a number.' : 'That isn’t a valid date or time.'
  if (validity.typeMismatch)
    return type === 'email'
      ? 'Please enter an email address, such as name@example.com.'
      : 'Please enter a web address, such as https://example.com.'
  if (validity.rangeUnderflow)
    return isDay(min) ? `Please choose ${formatDay(min)} or later.` : `Please enter ${min} or more.`
  if (validity.rangeOverflow)
    return isDay(max) ? `Please choose ${formatDay(max)} or earlier.` : `Please enter ${max} or less.`
  if (validity.stepMismatch)
    return step === '0.01' ? 'Please enter at most two decimal places.' : 'Please enter a whole number.'
  if (validity.tooShort) return `Please use at least ${minLength} characters.`
  if (validity.tooLong) return `Please use at most ${maxLength} characters.`
  if (validity.patternMismatch)
    return title ? `${title}, please.` : 'That doesn’t look right. Please check it.'
  return validationMessage
}

const missing: Record<string, string> = {
  checkbox: 'Please tick this box.',
  radio: 'Please choose one.',
  'select-one': 'Please choose one.',
  date: 'Please choose a date.',
  time: 'Please choose a time.',
  'datetime-local': 'Please choose a day and a time.',
  file: 'Please choose a file.',
  email: 'Please enter an email address, such as name@example.com.',
}
