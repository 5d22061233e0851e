import { z } from 'zod'

import { flag, id, instant, line, pounds, prose, whole } from '../platform/api/fields.server.ts'
import { listing } from '../platform/api/listing.server.ts'
import { version } from '../platform/api/version.server.ts'
import { visitChoices } from './visit-facts.ts'

function choice<Name extends keyof typeof visitChoices>(name: Name) {
  type Choice = keyof (typeof visitChoices)[Name] & string
  return z.enum(Object.keys(visitChoices[name]) as [Choice, ...Choice[]]).nullable()
}

/** An experience as the API gives it. */
export const experienceShape = z
  .object({
    id,
    vineyard_id: id,
    title: z.string(),
    description: z.string().nullable(),
    type: z.string().nullable(),
    duration_minutes: z.int().nullable(),
    price_per_person: pounds,
    currency: z.string(),
    min_group_size: z.int(),
    max_group_size: z.int().nullable(),
    is_active: z.boolean(),
    is_instant: z.boolean(),
    included: z.string().nullable(),
    host_id: id.nullable(),
    booking_cutoff_minutes: z.int(),
    booking_horizon_days: z.int(),
    cancellation_cutoff_minutes: z.int(),
    parking: z.string().nullable(),
    station: z.string().nullable(),
    step_free: choice('step_free'),
    dogs: choice('dogs'),
    children: choice('children'),
    food: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
    vineyard_name: z.string(),
    is_offered: z.boolean().meta({ description: 'Switched on, at a vineyard that visitors see.' }),
    is_planned: z.boolean().meta({ description: 'Has a start today or later, as planned.' }),
    version,
  })
  .meta({ id: 'Experience' })

const aYear = 525_600
const kind = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be words in small letters joined by _, such as wine_tasting')

const written = {
  title: line(200),
  description: prose(10_000).nullable(),
  type: kind.nullable(),
  duration_minutes: whole(1, 1440).nullable(),
  price_per_person: pounds,
  currency: z.literal('GBP'),
  min_group_size: whole(1, 1000),
  max_group_size: whole(1, 1000).nullable(),
  is_active: z.boolean(),
  is_instant: z.boolean().meta({ description: 'Bookings are confirmed at once.' }),
  included: prose(10_000).nullable(),
  host_id: id.nullable().meta({ description: 'Who bounds how many people are present at once.' }),
  booking_cutoff_minutes: whole(0, aYear),
  booking_horizon_days: whole(1, 1100),
  cancellation_cutoff_minutes: whole(0, aYear),
  parking: line(200).nullable(),
  station: line(200).nullable(),
  step_free: choice('step_free'),
  dogs: choice('dogs'),
  children: choice('children'),
  food: line(200).nullable(),
}

export const newExperience = z
  .strictObject({ vineyard_id: id, ...written })
  .partial()
  .required({ vineyard_id: true, title: true, price_per_person: true })
export const experienceChanges = z.strictObject(written).partial()

export const experienceListing = listing(
  ['price_per_person', 'title', 'vineyard_name', 'created_at', 'updated_at'],
  {
    vineyard_id: id.optional(),
    type: kind.optional(),
    is_active: flag.optional(),
    is_planned: flag.optional(),
    search: line(200)
      .optional()
      .meta({ description: 'Any part of the title, or of the name, town or county of its vineyard.' }),
  },
)
