import { data } from 'react-router'

import { bookingSentences } from '../../bookings/booking-sentences.ts'

/** Answers 400, because a URL without a vineyard names nothing to book. */
export function loader() {
  throw data({ message: bookingSentences.vineyard_missing }, { status: 400 })
}

export default function VineyardMissing() {
  return null
}
