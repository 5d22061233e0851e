/** What somebody fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}

/** Never kept: secrets, files, and what a script fills in by itself. */
const left = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/**
 * The controls of a form that somebody fills in, by name. A hidden input with `data-draft` counts too: it holds
 * what an editor without a control of its own made, and takes it back by its `input` event.
 */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>()
  const counts = new Map<string, number>()
  for (const one of form.elements) {
    if (!isControl(one) || one.name === '' || (left.has(one.type) && one.dataset.draft === undefined))
      continue
    const n = counts.get(one.name) ?? 0
    counts.set(one.name, n + 1)
    // A choice by what it stands for: the same one may be elsewhere in the list next time, or not there.
    controls.set(isTicked(one) ? `${one.name}=${one.value}` : `${one.name} ${n}`, one)
  }
  return controls
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** What stands in a control; of a box whether it is ticked. */
export function readControl(control: Control): string {
  return isTicked(control) ? String(control.checked) : control.value
}

/** Fills a control in as a person would, so that whoever listens to it hears of it. */
export function writeControl(control: Control | undefined, value: string): void {
  if (!control) return
  if (isTicked(control)) {
    const isWanted = value === 'true'
    // A radio button is let go by choosing another.
    if (control.checked !== isWanted && (isWanted || control.type === 'checkbox')) control.click()
    return
  }
  // Through the element's own setter: React would take a value set otherwise for what it has shown itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
}
