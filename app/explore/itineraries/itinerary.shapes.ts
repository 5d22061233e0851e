import { z } from 'zod'

import { day, id, instant, line, prose, time, timeShown, whole } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { isTime } from '../../platform/days.ts'
import { mostStops } from './edit-form.ts'

const text = z.string().nullable()

/** How the people of an itinerary travel */
const travel = z.enum(['drive', 'no_car'])

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

const shown = {
  id,
  title: z.string(),
  summary: text,
  is_curated: z.boolean(),
  published_at: instant.nullable(),
}

export const itineraryEntry = z.object({ ...shown, stops: z.int() })

const editable = { title: line(120), summary: prose(500).nullable() }

export const newItinerary = z.strictObject({ ...editable, summary: editable.summary.optional() })

export const itineraryChanges = z
  .strictObject({
    ...editable,
    party: whole(1, 100),
    begins_at: time,
    travel,
    is_published: z.boolean(),
  })
  .partial()

/** A stop as the API sends it. */
export type StopSent = z.infer<typeof stopShape>

const stopShape = z.object({
  id,
  place: z.int(),
  vineyard_id: id.nullable(),
  experience_id: id.nullable(),
  name: text,
  note: text,
  /** The index of the day, 0 for the first */
  day: z.int(),
  start_time: text,
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
      poster_url: text,
      is_visible: z.boolean(),
      is_verified: z.boolean(),
      is_demo: z.boolean(),
      taxis: z.array(z.object({ name: z.string(), phone: z.string() })),
    })
    .nullable(),
  experience: z.object({ id, title: z.string(), duration_minutes: z.int().nullable() }).nullable(),
})

/** `edition` increases with every change of the stops. Hidden vineyards are null, except for admins. */
export const itineraryShape = z
  .object({
    ...shown,
    party: z.int(),
    begins_at: timeShown,
    travel,
    edition: z.int(),
    version,
    stops: z.array(stopShape),
  })
  .meta({ id: 'Itinerary' })

/** A stop as the API takes it. */
export type StopTaken = z.output<typeof stopDraft>

const stopDraft = z
  .strictObject({
    id: id.nullable().default(null),
    day: whole(0, 2),
    vineyard_id: id.nullable().default(null),
    experience_id: id.nullable().default(null),
    name: line(120).nullable().default(null),
    note: prose(1000).nullable().default(null),
    start_time: time.nullable().default(null),
    minutes: whole(5, 1440).nullable().default(null),
    latitude: latitude.nullable().default(null),
    longitude: longitude.nullable().default(null),
  })
  .refine(({ vineyard_id, name }) => vineyard_id !== null || name !== null, {
    path: ['name'],
    error: 'is required unless the stop is a vineyard of this site',
  })
  .refine(({ vineyard_id, experience_id }) => experience_id === null || vineyard_id !== null, {
    path: ['vineyard_id'],
    error: 'is required with experience_id',
  })

export const sentStops = z.strictObject({
  stops: z.array(stopDraft).max(mostStops, `must have at most ${mostStops} entries`),
})

/** The plan that a page's form submits, without the guest's details. The server checks each visit again. */
export type PlanPost = z.output<typeof planPost>

const visitToBook = z.strictObject({
  day: whole(0, 2),
  vineyard_id: id,
  experience_id: id,
  slot: z.string().max(50),
  start_time: z.string().refine(isTime),
  price_per_person: z.number().min(0),
})

export const planPost = z.object({
  id,
  key: z.string().regex(/^[\w-]{43}$/),
  title: line(120),
  visit_date: day,
  party: z.coerce.number().pipe(whole(1, 100)),
  visits: z.array(asJson(visitToBook)).min(1).max(12),
  travel: travel.default('drive'),
  stay: asJson(z.strictObject({ latitude, longitude, label: line(120) }).nullable()).default(null),
})

/** Returns the shape of a form's field that contains JSON. */
function asJson<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .max(1000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('must be JSON')
        return z.NEVER
      }
    })
    .pipe(shape)
}
