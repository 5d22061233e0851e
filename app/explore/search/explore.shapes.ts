import { z } from 'zod'

import { day, id, noMore, timeShown } from '../../platform/api/fields.server.ts'

const text = z.string().nullable()

export const pinRows = z.object({
  places: z
    .array(z.tuple([id, z.string(), z.number(), z.number(), z.number().nullable()]).meta(noMore))
    .meta({
      description:
        'The vineyards, sorted by name: id, name, latitude, longitude, and the lowest price per person among the matching experiences.',
    }),
  without_position: z
    .number()
    .meta({ description: 'The number of vineyards that match but have no known position.' }),
})

export const mapVineyard = z.object({
  id: z.uuid(),
  name: z.string(),
  city: text,
  region: text,
  description: text,
  cover_image_url: text,
  poster_url: text.meta({ description: 'The drawing shown while there is no photograph.' }),
  logo_url: text,
  is_verified: z.boolean(),
  is_demo: z.boolean(),
  rating: z
    .object({ average: z.string(), reviews: z.int(), text: z.string() })
    .nullable()
    .meta({ description: 'The average of the stars, or null if there are fewer than three reviews.' }),
  facts: z
    .object({
      from: z.object({ price: z.number(), currency: z.string() }),
      next: z
        .object({ experience_id: id, slot_date: day, start_time: timeShown, remaining: z.int() })
        .nullable(),
      other_parties: z
        .array(z.object({ min_group_size: z.int(), max_group_size: z.int().nullable() }))
        .nullable()
        .meta({
          description:
            'The group sizes of the matching experiences if none takes the searched party; otherwise null.',
        }),
    })
    .nullable()
    .meta({
      description:
        'The lowest price per person and the next slot with places among the matching experiences; null if none match.',
    }),
})

/** The compact form in which the API sends vineyards to the map. The price is the lowest of experiences that match. */
export type PinRows = z.infer<typeof pinRows>
export type PinRow = PinRows['places'][number]

/** The data of a vineyard that a popup on the map shows */
export type MapVineyard = z.infer<typeof mapVineyard>
