/** A form control. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}

/** Input types whose values are never stored in a draft. */
const notStored = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/**
 * Returns the controls of a form by name. A hidden input with `data-draft` counts too: an editor writes its text to this
 * input and reads the text back on `input` events.
 */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>()
  const counts = new Map<string, number>()
  for (const element of form.elements) {
    if (
      !isControl(element) ||
      element.name === '' ||
      (notStored.has(element.type) && element.dataset.draft === undefined)
    )
      continue
    const n = counts.get(element.name) ?? 0
    counts.set(element.name, n + 1)
    // Options are keyed by value, because their order may change.
    controls.set(isCheckable(element) ? `${element.name}=${element.value}` : `${element.name} ${n}`, element)
  }
  return controls
}

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Returns the value of a control; "true" or "false" for checkboxes and radio buttons. */
export function readControl(control: Control): string {
  return isCheckable(control) ? String(control.checked) : control.value
}

/** Sets the value of a control as a user would, with the same events. */
export function writeControl(control: Control | undefined, value: string): void {
  if (!control) return
  if (isCheckable(control)) {
    const isWanted = value === 'true'
    // Radio buttons are cleared by choosing another.
    if (control.checked !== isWanted && (isWanted || control.type === 'checkbox')) control.click()
    return
  }
  // Uses the native setter; otherwise React ignores the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
}
