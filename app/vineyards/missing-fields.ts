import { hasPosition } from './position.ts'
import { postalAddressOf, type Vineyard } from './vineyard.ts'

/** What visitors look for at a vineyard and do not find, in words that follow 'find:'. */
export function missingFrom(vineyard: Omit<Vineyard, 'is_demo'>): string[] {
  const wanted: [there: unknown, words: string][] = [
    [vineyard.cover_image_url, 'a cover picture'],
    [vineyard.description?.trim(), 'a few words about the place'],
    [postalAddressOf(vineyard), 'an address'],
    [hasPosition(vineyard), 'a place on the map'],
    [vineyard.phone || vineyard.email, 'a phone number or an email address'],
  ]
  return wanted.flatMap(([there, words]) => (there ? [] : [words]))
}
