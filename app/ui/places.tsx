import './places.css'

/** How many of some places are taken, as a bar; it says the same in words to those who do not see it. */
export function PlacesBar({ taken, of }: { taken: number; of: number }) {
  const share = of === 0 ? (taken > 0 ? 1 : 0) : Math.min(1, taken / of)
  return (
    <progress
      className={taken > of ? 'places places-over' : 'places'}
      value={share}
      aria-label={`${taken} of ${of} places taken`}
    />
  )
}
