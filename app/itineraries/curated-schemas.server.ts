import { z } from 'zod'

import { id, line, prose, time, whole } from '../platform/api/fields.server.ts'
import { mostStops } from './editing.ts'

const written = { title: line(120), summary: prose(500).nullable() }
const text = z.string().nullable()
const clock = z.string().nullable()

export const newItinerary = z.strictObject({ ...written, summary: written.summary.optional() })

export const itineraryChanges = z
  .strictObject({
    ...written,
    party: whole(1, 100),
    begins_at: time,
    is_published: z.boolean(),
  })
  .partial()

/** A stop as its itinerary's editor shows it. */
export const stopShape = z.object({
  id,
  place: z.int(),
  vineyard_id: id.nullable(),
  experience_id: id.nullable(),
  name: text,
  note: text,
  day: z.int(),
  start_time: clock,
  minutes: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  vineyard: z
    .object({
      id,
      name: z.string(),
      city: text,
      region: text,
      address: text,
      postcode: text,
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      cover_image_url: text,
      is_visible: z.boolean(),
    })
    .nullable(),
  experience: z.object({ id, title: z.string(), duration_minutes: z.int().nullable() }).nullable(),
})

const draft = z
  .strictObject({
    id: id.nullable().default(null),
    day: whole(0, 2),
    vineyard_id: id.nullable().default(null),
    experience_id: id.nullable().default(null),
    name: line(120).nullable().default(null),
    note: prose(1000).nullable().default(null),
    start_time: time.nullable().default(null),
    minutes: whole(5, 1440).nullable().default(null),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  })
  .refine(({ vineyard_id, name }) => vineyard_id !== null || name !== null, {
    path: ['name'],
    error: 'must say what the stop is called, where it is no vineyard of ours',
  })
  .refine(({ vineyard_id, experience_id }) => experience_id === null || vineyard_id !== null, {
    path: ['vineyard_id'],
    error: 'must say whose the experience is',
  })

export const newStops = z.strictObject({
  stops: z.array(draft).max(mostStops, `must be at most ${mostStops}`),
})
