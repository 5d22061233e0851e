/** A value for every filter of a search. */
export const everyFilter = {
  region: 'Kent',
  type: 'wine_tasting',
  date: '2026-11-20',
  guests: 4,
  minPrice: 20,
  maxPrice: 200,
  minDuration: 2,
  maxGroupSize: 8,
  facts: ['dogs' as const, 'station' as const],
}
