import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { statedFactsShape } from '../facts/fact.shapes.ts'
import { type StationKind, stationKinds } from '../stations/station.ts'
import { socialFields, textFields } from './vineyard.ts'

const text = z.string().nullable()

/** Returns an object with the same schema for each of the fields. */
export function sameShape<Field extends string, Schema extends z.ZodType>(
  fields: readonly Field[],
  schema: Schema,
) {
  return Object.fromEntries(fields.map((field) => [field, schema])) as Record<Field, Schema>
}

/** A vineyard as the API sends it. */
export const vineyardShape = z
  .object({
    id,
    name: z.string(),
    ...sameShape(textFields, text),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    cover_image_url: text,
    poster_url: text.describe('The drawing shown while there is no photograph.'),
    logo_url: text,
    is_visible: z.boolean(),
    is_verified: z.boolean(),
    is_demo: z.boolean(),
    ...sameShape(socialFields, text),
    taxis: z
      .array(z.object({ name: z.string(), phone: z.string() }))
      .describe('Taxi firms that the vineyard names for its visitors.'),
    is_featured: z.boolean(),
    facts: statedFactsShape.describe('Facts that the vineyard states for all its experiences.'),
    active_experiences: z.int(),
    created_at: instant,
    updated_at: instant,
    version,
  })
  .meta({ id: 'Vineyard' })

const range = z.object({ least: z.number(), most: z.number() })

/** The stations near a vineyard. */
export const stationsShape = z
  .array(
    z.object({
      code: z.string().describe('The three letters of a railway station, or an ATCO code.'),
      name: z.string(),
      kind: z.enum(Object.keys(stationKinds) as StationKind[]),
      latitude: z.number(),
      longitude: z.number(),
      kilometres: range,
      minutes_on_foot: range,
    }),
  )
  .describe(
    'The nearest two railway stations within 25 km and two other stops within 1.5 km. ' +
      'The ranges are estimated from the straight line and, where known, the road, and are wider if the position is accurate only to a kilometre.',
  )
