import { createContext } from 'react-router'

import type { Experience } from '../experiences/experience.ts'
import { findActiveExperience } from '../experiences/experience.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { isId } from '../platform/ids.ts'

/** The vineyard as the booking form names it. */
export type BookableVineyard = {
  id: string
  name: string
  city: string | null
  region: string | null
  phone: string | null
  cover_image_url: string | null
  is_demo: boolean
}

export type BookingSetup = { vineyard: BookableVineyard; experience: Experience }

/** What an action has read already, so that the page shown after it asks nothing twice and loses nothing. */
export const readSetup = createContext<BookingSetup | null>(null)

/** An active experience with its visible vineyard; undefined where either is absent or they do not belong together. */
export async function findBookingSetup(
  sql: Queryable,
  vineyardId: string,
  experienceId: string,
): Promise<BookingSetup | undefined> {
  if (!isId(vineyardId) || !isId(experienceId)) return undefined
  const [experience, [vineyard]] = await Promise.all([
    findActiveExperience(sql, vineyardId, experienceId),
    sql<BookableVineyard[]>`
      select id, name, city, region, phone, cover_image_url, is_demo
      from vineyards where id = ${vineyardId} and is_visible`,
  ])
  return experience && vineyard && { vineyard, experience }
}
