import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * A number field between minus and plus buttons. Without JavaScript, CSS hides the buttons. Pressing a button calls
 * `onChange`, as typing does.
 */
export function Stepper({
  fewer,
  more,
  min,
  max,
  onChange,
  ...field
}: Omit<ComponentProps<'input'>, 'type' | 'ref' | 'min' | 'max'> & {
  min: number
  max: number
  /** The labels of the two buttons: "One guest fewer", "One guest more". */
  fewer: string
  more: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(Number(field.value ?? field.defaultValue ?? min))
  const value = field.value === undefined ? shown : Number(field.value)
  // The value may have changed before hydration, or the form may have restored it.
  useEffect(() => setShown(input.current?.valueAsNumber ?? min), [min])

  function step(by: 1 | -1) {
    const element = input.current
    if (!element) return
    const typed = element.valueAsNumber
    const next = Number.isNaN(typed) ? min : Math.min(Math.max(Math.round(typed) + by, min), max)
    if (next === typed) return
    // Uses the native setter, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, String(next))
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="stepper">
      <button type="button" aria-label={fewer} aria-disabled={value <= min} onClick={() => step(-1)}>
        −
      </button>
      <input
        {...field}
        ref={input}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        onChange={(event) => {
          setShown(event.target.valueAsNumber)
          onChange?.(event)
        }}
      />
      <button type="button" aria-label={more} aria-disabled={value >= max} onClick={() => step(1)}>
        +
      </button>
    </div>
  )
}
