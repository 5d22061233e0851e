import { makeBookable } from '../make.ts'
import type { Site } from './site.ts'

/** The slot that the simulated visitors all try to book at once. */
export type Offer = {
  vineyard_id: string
  experience_id: string
  pattern_id: string
  date: string
  capacity: number
  price_per_person: number
}

export const largestParty = 4

/** Makes an experience with a slot every day, and returns the slot whose date is 30 days from today. */
export async function makeOffer({ sql }: Site, capacity: number): Promise<Offer> {
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const { experience, pattern } = await makeBookable(sql, {
    experience: { max_group_size: largestParty },
    pattern: { capacity },
    date,
  })
  const { vineyard_id, id: experience_id, price_per_person } = experience
  return { vineyard_id, experience_id, pattern_id: pattern.id, date, capacity, price_per_person }
}
