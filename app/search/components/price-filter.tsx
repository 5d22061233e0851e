import { useEffect, useRef, useState } from 'react'
import { priceRange } from '../filters.ts'

/** Two ends on one track. Neither passes the other, and what they stand at is said below. */
export function PriceFilter({ minPrice, maxPrice }: { minPrice: number; maxPrice: number }) {
  const [[low, high], show] = useState([minPrice, maxPrice] as const)
  const lowEnd = useRef<HTMLInputElement>(null)
  const highEnd = useRef<HTMLInputElement>(null)
  // Also on the first run: an end that was moved before the script came stands where it was put.
  useEffect(() => {
    show([lowEnd.current?.valueAsNumber ?? minPrice, highEnd.current?.valueAsNumber ?? maxPrice])
  }, [minPrice, maxPrice])

  const moved = (end: 'low' | 'high') => () => {
    const [a, b] = [lowEnd.current, highEnd.current]
    if (!a || !b) return
    if (a.valueAsNumber > b.valueAsNumber) {
      if (end === 'low') a.value = b.value
      else b.value = a.value
    }
    show([a.valueAsNumber, b.valueAsNumber])
  }

  const { min, max, step } = priceRange
  const share = (price: number) => (100 * (price - min)) / (max - min)
  const end = { min, max, step, autoComplete: 'off' }
  return (
    <fieldset className="field">
      <legend className="label">Price Range per Person</legend>
      <div className="range">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect x={share(low)} width={share(high) - share(low)} height="1" />
        </svg>
        <input
          {...end}
          type="range"
          ref={lowEnd}
          // Both at the right-hand end: the lower one must lie on top, or nothing could be moved.
          className={low === max ? 'on-top' : undefined}
          name="minPrice"
          defaultValue={minPrice}
          aria-label="Lowest price"
          aria-valuetext={`£${low}`}
          onInput={moved('low')}
        />
        <input
          {...end}
          type="range"
          ref={highEnd}
          name="maxPrice"
          defaultValue={maxPrice}
          aria-label="Highest price"
          aria-valuetext={`£${high}`}
          onInput={moved('high')}
        />
      </div>
      <p className="range-out num">
        <span>£{low}</span>
        <span>£{high}</span>
      </p>
    </fieldset>
  )
}
