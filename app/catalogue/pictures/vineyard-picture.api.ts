import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'

import { discardPicture, receivePicture } from '../../platform/media/receive.server.ts'
import { storeOf } from '../../platform/media/store.server.ts'
import { type UploadProblem, uploadSentence } from '../../platform/media/upload.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  answerChanged,
  answerMade,
  answerRemoved,
  changeAndAnswer,
  changedShape,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, typed, whole } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query, refuseOtherBodies } from '../../platform/api/reading.server.ts'
import { seenVersion } from '../../platform/api/version.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import { refused } from '../../platform/result.ts'
import { longestAlt, mostPictures, picturePolicy, shownAs } from './vineyard-picture.ts'
import {
  addPicture,
  orderPictures,
  pageOfPictures,
  pictureNoun,
  pictureShape,
  refusePictureRequest,
  setPictureShown,
} from './vineyard-picture.server.ts'

const absent = 'Picture not found'
const full = `${mostPictures} pictures are shown already. Remove one first.`
const sentences: Sentences = {
  absent,
  refusals: { pictures_are_full: { field: 'file', message: full, status: 409 } },
}
const quota =
  'No more pictures can be stored at the moment. Removed and replaced ones are deleted after a day; please try again then.'

const alt = typed(longestAlt).meta({
  format: 'line',
  maxLength: longestAlt,
  description: 'The alternative text: what the picture shows.',
})

const pictureRequest = z
  .strictObject({
    vineyard_id: id.optional(),
    experience_id: id.optional(),
    host_id: id.optional(),
    shown_as: z.enum(shownAs),
    alt: alt.default(''),
  })
  .refine(({ vineyard_id, shown_as }) => (vineyard_id === undefined) === (shown_as === 'post'), {
    path: ['vineyard_id'],
    error: 'is required, except for pictures of posts, which have none',
  })
  .refine(({ experience_id, shown_as }) => experience_id === undefined || shown_as === 'more', {
    path: ['experience_id'],
    error: 'is only allowed with shown_as=more',
  })
  .refine(({ host_id, shown_as }) => (host_id === undefined) === (shown_as !== 'host'), {
    path: ['host_id'],
    error: 'is required with shown_as=host, and not allowed otherwise',
  })

const file: MiddlewareHandler = describeRoute({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' } },
          required: ['file'],
        },
      },
    },
  },
})

/** /api/pictures */
export const pictureApi = new Hono<ApiEnv>()
  .use(only(picturePolicy.write))
  .get(
    '/',
    describe('Pictures', { 200: pageOf(pictureShape) }, 'Removed pictures are left out.'),
    query(listing(['rank', 'created_at'], { vineyard_id: id.optional(), experience_id: id.optional() })),
    async (c) => c.json(await pageOfPictures(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .post(
    '/',
    describe(
      'Upload a picture',
      { 201: z.object({ id, address: z.string() }) },
      'The file is a JPEG, PNG, WebP or AVIF of at most 10 MB and 40 million pixels. We re-encode the picture without ' +
        'the metadata of the file. A new cover or logo replaces the old one.',
      { 404: 'The vineyard does not exist or is not yours.', 409: `${full} Or: ${quota}` },
    ),
    file,
    query(pictureRequest),
    async (c) => {
      const { sql, by, now, config } = c.var
      const { vineyard_id = null, experience_id = null, host_id = null, shown_as, alt } = c.req.valid('query')
      const request = { vineyard_id, experience_id, host_id, shown_as, alt }
      const refusal = await refusePictureRequest(sql, request, { by })
      if (refusal === 'full') return problem(c, 409, full)
      if (refusal === 'quota') return problem(c, 409, quota)
      if (refusal === 'absent') return problem(c, 404, 'Vineyard not found')
      const store = await storeOf(config)
      const as = shown_as === 'logo' || shown_as === 'host' ? shown_as : 'photograph'
      const received = await receivePicture(c.req.raw, store, as)
      if (!received.ok) return refuseUpload(c, received.problem)
      const added = await addPicture(sql, request, received.value, { by }, now())
      if (!added.ok) {
        await discardPicture(received.value, store)
        if (added.problem.kind === 'quota') return problem(c, 409, quota)
        return answerMade(c, refused(added.problem), '/api/pictures', sentences)
      }
      const { address } = received.value
      return c.json({ id: added.value.id, address }, 201, { Location: address })
    },
  )
  .use(refuseOtherBodies)
  .put(
    '/order',
    describe(
      'Reorder pictures',
      { 204: null },
      'Send the ids of all further pictures of a vineyard or of an experience, in the new order.',
      { 404: 'A picture does not exist or is not shown.' },
    ),
    body(z.strictObject({ vineyard_id: id, ids: z.array(id).min(1).max(mostPictures) })),
    async (c) => {
      const { sql, by, now } = c.var
      return answerRemoved(c, await orderPictures(sql, c.req.valid('json'), { by }, now()), sentences)
    },
  )
  .patch(
    '/:id',
    requireUuidParams(absent),
    describe('Change the alternative text or position of a picture', { 200: changedShape }),
    body(z.strictObject({ alt, rank: whole(0, 1_000_000) }).partial()),
    (c) => changeAndAnswer(c, pictureNoun, c.req.valid('json'), sentences),
  )
  .delete(
    '/:id',
    requireUuidParams(absent),
    describe('Remove a picture', { 200: changedShape }, 'Staff can restore the picture for a day.'),
    async (c) => {
      const { sql, by, now } = c.var
      const edit = { by, seen: seenVersion(c), is_shown: false }
      return answerChanged(c, await setPictureShown(sql, c.req.param('id'), edit, now()), sentences)
    },
  )
  .post(
    '/:id/restore',
    requireUuidParams(absent),
    describe('Restore a removed picture', { 200: changedShape }, undefined, { 409: full }),
    async (c) => {
      const { sql, by, now } = c.var
      const edit = { by, seen: null, is_shown: true }
      return answerChanged(c, await setPictureShown(sql, c.req.param('id'), edit, now()), sentences)
    },
  )

const statuses = { heavy: 413, busy: 503, unreadable: 400 } as const satisfies Partial<
  Record<UploadProblem['kind'], number>
>

function refuseUpload(c: Context, refusal: UploadProblem) {
  const message = uploadSentence(refusal)
  const status = refusal.kind in statuses ? statuses[refusal.kind as keyof typeof statuses] : 422
  if (status === 503) c.header('Retry-After', '5')
  return refuseField(c, 'file', message, status)
}
