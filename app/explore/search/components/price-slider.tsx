import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { type Filters, priceRange } from '../filters.ts'

/** Half the width of a handle in pixels; its centre never leaves the track. */
const handleRadius = 13

/**
 * A slider with two handles that cannot pass each other. A press on its track moves the nearer handle there. `children` is
 * shown below the slider.
 */
export function PriceSlider({
  filters: { minPrice, maxPrice },
  onPick,
  children,
}: {
  filters: Pick<Filters, 'minPrice' | 'maxPrice'>
  /** Called after a press on the track, which fires no change event. */
  onPick: () => void
  children: ReactNode
}) {
  const [[low, high], setRange] = useState([minPrice, maxPrice] as const)
  const lowEnd = useRef<HTMLInputElement>(null)
  const highEnd = useRef<HTMLInputElement>(null)
  // Also runs on the first render, because a handle may have been moved before hydration.
  useEffect(() => {
    setRange([lowEnd.current?.valueAsNumber ?? minPrice, highEnd.current?.valueAsNumber ?? maxPrice])
  }, [minPrice, maxPrice])

  const onMove = (moved: HTMLInputElement) => {
    const [a, b] = [lowEnd.current, highEnd.current]
    if (!a || !b) return
    if (a.valueAsNumber > b.valueAsNumber) moved.value = moved === a ? b.value : a.value
    setRange([a.valueAsNumber, b.valueAsNumber])
  }

  const { min, max, step } = priceRange
  const onTrackPress = ({ target, currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const [a, b] = [lowEnd.current, highEnd.current]
    // A press on a handle is left to the browser.
    if (!a || !b || target instanceof HTMLInputElement) return
    const { left, width } = currentTarget.getBoundingClientRect()
    const price = min + ((clientX - left - handleRadius) / (width - 2 * handleRadius)) * (max - min)
    const nearer = Math.abs(price - a.valueAsNumber) < Math.abs(price - b.valueAsNumber) ? a : b
    // The range field itself rounds to a step within its range.
    nearer.value = String(price)
    onMove(nearer)
    onPick()
  }
  const share = (price: number) => (100 * (price - min)) / (max - min)
  const handles = [
    // With both handles at the right end, the lowest price's handle must be on top, or neither could be moved.
    { name: 'minPrice', label: 'Lowest price', ref: lowEnd, start: minPrice, price: low, onTop: low === max },
    { name: 'maxPrice', label: 'Highest price', ref: highEnd, start: maxPrice, price: high, onTop: false },
  ]
  return (
    <fieldset className="field">
      <legend className="label">Price Range per Person</legend>
      {/* The track is a shortcut for pointers. With the keyboard, visitors move the handles. */}
      <div className="range" role="presentation" onClick={onTrackPress}>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect x={share(low)} width={share(high) - share(low)} height="1" />
        </svg>
        {handles.map(({ name, label, ref, start, price, onTop }) => (
          <input
            key={name}
            {...{ name, ref, min, max, step }}
            type="range"
            className={onTop ? 'on-top' : undefined}
            defaultValue={start}
            aria-label={label}
            aria-valuetext={`£${price}`}
            autoComplete="off"
            onInput={({ currentTarget }) => onMove(currentTarget)}
          />
        ))}
      </div>
      <p className="range-out num">
        <span>£{low}</span>
        <span>£{high}</span>
      </p>
      {children}
    </fieldset>
  )
}
