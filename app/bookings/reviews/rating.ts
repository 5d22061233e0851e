import { countOf } from '../../platform/text/counts.ts'

/** The smallest number of reviews for which a vineyard has an average. */
const fewestForAverage = 3

/** The number of a vineyard's shown reviews and the sum of their stars. */
export type RatingTotals = { reviews: number; stars: number }
/** A rating for pages: an average such as '4.6', the number of reviews, and '4.6 out of 5, 12 reviews'. */
export type Rating = { average: string; reviews: number; text: string }

/** Returns the rating that pages, cards and search engines show; null below three reviews. */
export function ratingOf({ reviews, stars }: RatingTotals): Rating | null {
  if (reviews < fewestForAverage) return null
  const average = (Math.round((stars * 10) / reviews) / 10).toFixed(1)
  return { average, reviews, text: `${average} out of 5, ${countOf(reviews, 'review')}` }
}
