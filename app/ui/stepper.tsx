import { type ComponentProps, useRef, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'min' | 'max'> & {
  min: number
  max: number
  /** What a press does, for those who hear it: "One guest fewer", "One guest more". */
  fewer: string
  more: string
}

/**
 * A number field between a minus and a plus. The field alone is what the form sends; the buttons come with the script
 * (where there is none, the style sheet hides them). A press is heard by `onChange` as typing is.
 */
export function Stepper({ fewer, more, min, max, onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(Number(field.value ?? field.defaultValue ?? min))
  const value = field.value === undefined ? shown : Number(field.value)

  function step(by: 1 | -1) {
    const element = input.current
    if (!element) return
    const typed = element.valueAsNumber
    const next = Number.isNaN(typed) ? min : Math.min(Math.max(Math.round(typed) + by, min), max)
    if (next === typed) return
    // Through the element's own setter, so that React hears of it like any typing.
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
