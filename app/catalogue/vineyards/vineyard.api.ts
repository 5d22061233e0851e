import { Hono } from 'hono'
import { z } from 'zod'
import { type ApiEnv, keysToo, only } from '../../people/sign-in/access.server.ts'
import {
  addAndAnswer,
  answerRow,
  changeAndAnswer,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import {
  id,
  email,
  line,
  phone,
  pictureAddress,
  prose,
  webAddress,
  readWith,
} from '../../platform/api/fields.server.ts'
import { pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  findVineyard,
  listRegions,
  pageOfVineyards,
  vineyardListing,
  vineyardNoun,
} from './vineyard.server.ts'
import { sameShape, stationsShape, vineyardShape } from './vineyard.shapes.ts'
import { socialFields } from './vineyard.ts'
import { halfSentence, missingCoordinate } from './missing-coordinate.ts'
import { mostTaxis } from '../stations/station.ts'
import { measureRoads } from '../stations/roads.server.ts'
import { listWalks } from '../stations/station.server.ts'
import { countySpeller } from '../locations/county.server.ts'
import { readPostcode } from '../locations/postcode.ts'
import { vineyardPolicy } from './vineyard-policy.ts'

const absent = 'Vineyard not found'
const sentences: Sentences = {
  absent,
  in_use: 'A vineyard with experiences, staff or bookings cannot be deleted. Hide it instead.',
}

/** Returns the sentences for refusals. The sentence for a missing coordinate is at the field of this coordinate. */
function sentencesFor(changes: Pick<VineyardChanges, 'latitude' | 'longitude'>): Sentences {
  // If the change clears only one coordinate, the other coordinate is still in the row.
  const field = missingCoordinate(changes) ?? (changes.longitude === null ? 'longitude' : 'latitude')
  return { ...sentences, refusals: { position_is_whole: { field, message: halfSentence(field) } } }
}

/** A postcode in any spacing and case, or only its outcode. */
const postcode = line(20)
  .transform(
    readWith(
      (text) => readPostcode(text)?.label,
      'must be a UK postcode such as TN25 5AA, or its first half',
    ),
  )
  .meta({ maxLength: 20 })

const texts = {
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
  ...sameShape(socialFields, webAddress.nullable()),
  taxis: z.array(z.strictObject({ name: line(80), phone })).max(mostTaxis),
}
const flags = { is_visible: z.boolean(), is_verified: z.boolean(), is_featured: z.boolean() }

const vineyardChanges = z.strictObject({ ...texts, ...flags }).partial()
const newVineyard = vineyardChanges.required({ name: true })
type VineyardChanges = z.output<typeof vineyardChanges>

/**
 * Returns the columns of a change of the vineyard `id`. Stores `is_featured` as a time, because the home page shows the
 * vineyard that was featured last. Spells the county as other vineyards do, because visitors filter by the exact spelling.
 */
async function vineyardColumns(
  sql: Queryable,
  { is_featured, ...columns }: VineyardChanges,
  now: Date,
  id: string | null = null,
) {
  const featured_at = is_featured === undefined ? undefined : is_featured ? now.toISOString() : null
  const region = columns.region && (await countySpeller(sql, id))(columns.region)
  return { ...columns, region, featured_at }
}

/** /api/vineyards */
export const vineyardApi = new Hono<ApiEnv>()
  .get(
    '/',
    keysToo('availability:read'),
    describe(
      'Vineyards',
      { 200: pageOf(vineyardShape) },
      'Hidden vineyards are listed only for admins, and for their own staff and API keys.',
    ),
    query(vineyardListing),
    async (c) => c.json(await pageOfVineyards(c.var.sql, c.req.valid('query'), { by: c.var.actor })),
  )
  .post(
    '/',
    only(vineyardPolicy.run),
    describe('Add a vineyard', { 201: z.object({ id }) }),
    body(newVineyard),
    async (c) => {
      const vineyard = c.req.valid('json')
      const columns = await vineyardColumns(c.var.sql, vineyard, c.var.now())
      return addAndAnswer(c, vineyardNoun, columns, '/api/vineyards', sentencesFor(vineyard))
    },
  )
  .get(
    '/regions',
    only(vineyardPolicy.run),
    describe('The regions that vineyards are in', {
      200: z.array(z.object({ region: z.string(), vineyards: z.int() })),
    }),
    async (c) => c.json(await listRegions(c.var.sql)),
  )
  .get(
    '/:id',
    keysToo('availability:read'),
    requireUuidParams(absent),
    describe('A vineyard with its nearest stations', {
      200: vineyardShape.extend({ stations: stationsShape }).meta({ id: 'VineyardWithStations' }),
    }),
    async (c) => {
      const { sql, actor: by, config, log } = c.var
      const vineyard = await findVineyard(sql, c.req.param('id'), { by })
      const measure = measureRoads(log, config.routing_url)
      return answerRow(
        c,
        vineyard && { ...vineyard, stations: await listWalks(sql, vineyard, measure) },
        absent,
      )
    },
  )
  .patch(
    '/:id',
    only(vineyardPolicy.write),
    requireUuidParams(absent),
    describe('Change a vineyard', { 200: changedShape }),
    body(vineyardChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const changes = c.req.valid('json')
      const setsFlags = Object.keys(flags).some((field) => field in changes)
      if (setsFlags && !vineyardPolicy.run.who.some((who) => who === by.actor))
        return problem(c, 403, vineyardPolicy.run.rule)
      const columns = await vineyardColumns(sql, changes, now(), c.req.param('id'))
      return changeAndAnswer(c, vineyardNoun, columns, sentencesFor(changes))
    },
  )
  .delete(
    '/:id',
    only(vineyardPolicy.run),
    requireUuidParams(absent),
    describe('Delete a vineyard that has no experiences, staff or bookings', { 204: null }, undefined, {
      409: 'The vineyard has experiences, staff or bookings. Hide it instead.',
    }),
    (c) => removeAndAnswer(c, vineyardNoun, sentences),
  )
