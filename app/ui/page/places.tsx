import { countOf } from '../../platform/text/counts.ts'
import './places.css'

/** A bar that shows how many places are taken, with a text label. */
export function PlacesBar({ taken, of }: { taken: number; of: number }) {
  const share = of === 0 ? (taken > 0 ? 1 : 0) : Math.min(1, taken / of)
  return (
    <progress
      className={taken > of ? 'places places-over' : 'places'}
      value={share}
      aria-label={`${taken} of ${countOf(of, 'place')} taken`}
    />
  )
}
