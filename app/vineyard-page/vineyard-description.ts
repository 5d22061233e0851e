import { placeOf, type Vineyard } from '../vineyards/vineyard.ts'

/** What search engines show below a title; longer ones they cut themselves. */
const longestDescription = 160

/** A vineyard in a sentence or two for its page's head: its own words if it has any, else what is known. */
export function describeVineyard(
  vineyard: Pick<Vineyard, 'name' | 'city' | 'region' | 'description'>,
  experiences: number,
): string {
  const own = vineyard.description?.replace(/\s+/g, ' ').trim()
  if (own) return shortened(own, longestDescription)
  const place = placeOf(vineyard)
  const where = place ? `${vineyard.name}, a vineyard in ${place}` : `${vineyard.name}, a vineyard`
  const what =
    experiences > 0
      ? 'tours and tastings to book, with prices and free places'
      : 'where it is and how to reach it'
  return `${where}: ${what}.`
}

/** Cut after a whole word. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s.,;:]+$/, '')}…`
}
