import { countOf } from '../../../platform/text/counts.ts'
import './reviews.css'

/** One to five stars, read out as '4 stars'. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="stars" role="img" aria-label={countOf(stars, 'star')}>
      {'★'.repeat(stars)}
      <span className="off">{'☆'.repeat(5 - stars)}</span>
    </span>
  )
}
