import { z } from 'zod'

import {
  email,
  flag,
  id,
  instant,
  line,
  phone,
  pictureAddress,
  prose,
  webAddress,
} from '../platform/api/fields.server.ts'
import { listing } from '../platform/api/listing.server.ts'
import { version } from '../platform/api/version.server.ts'
import { readImportPostcode } from './import/import-fields.ts'

const text = z.string().nullable()

/** A vineyard as the API gives it. */
export const vineyardShape = z
  .object({
    id,
    name: z.string(),
    city: text,
    region: text,
    address: text,
    postcode: text,
    description: text,
    phone: text,
    email: text,
    website: text,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    cover_image_url: text,
    logo_url: text,
    is_visible: z.boolean(),
    is_verified: z.boolean(),
    is_demo: z.boolean(),
    facebook_url: text,
    instagram_url: text,
    twitter_url: text,
    linkedin_url: text,
    youtube_url: text,
    tiktok_url: text,
    is_featured: z.boolean(),
    active_experiences: z.int(),
    created_at: instant,
    updated_at: instant,
    version,
  })
  .meta({ id: 'Vineyard' })

/** As lists of vineyards are read: any spacing and case, and its first half alone. */
const postcode = line(20)
  .transform((text, context) => {
    const read = readImportPostcode(text)
    if (read.ok && read.value !== null) return read.value
    context.addIssue({ code: 'custom', message: 'must be a UK postcode such as TN25 5AA, or its first half' })
    return z.NEVER
  })
  .meta({ maxLength: 20 })

const written = {
  name: line(200),
  city: line(200).nullable(),
  region: line(200).nullable(),
  address: line(200).nullable(),
  postcode: postcode.nullable(),
  description: prose(10_000).nullable(),
  phone: phone.nullable(),
  email: email.nullable(),
  website: webAddress.nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  cover_image_url: pictureAddress.nullable(),
  logo_url: pictureAddress.nullable(),
  facebook_url: webAddress.nullable(),
  instagram_url: webAddress.nullable(),
  twitter_url: webAddress.nullable(),
  linkedin_url: webAddress.nullable(),
  youtube_url: webAddress.nullable(),
  tiktok_url: webAddress.nullable(),
}
const decided = { is_visible: z.boolean(), is_verified: z.boolean(), is_featured: z.boolean() }

export const newVineyard = z
  .strictObject({ ...written, ...decided })
  .partial()
  .required({ name: true })
export const vineyardChanges = z.strictObject({ ...written, ...decided }).partial()
export type VineyardChanges = z.output<typeof vineyardChanges>

/** Whether a change says anything that only an admin decides on. */
export function decides(changes: VineyardChanges): boolean {
  return Object.keys(decided).some((field) => field in changes)
}

/** The columns for what was sent: a vineyard is featured since a moment, and the newest mark counts. */
export function vineyardColumns({ is_featured, ...columns }: VineyardChanges, now: Date) {
  const featured_at = is_featured === undefined ? undefined : is_featured ? now.toISOString() : null
  return { ...columns, featured_at }
}

export const vineyardListing = listing(['name', 'region', 'created_at', 'updated_at'], {
  search: line(200).optional(),
  region: line(200).optional(),
  is_visible: flag.optional(),
  is_verified: flag.optional(),
  is_featured: flag.optional(),
  has_experiences: flag.optional(),
})
