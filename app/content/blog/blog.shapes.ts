import { z } from 'zod'

import { id, instant, line, pictureAddress, prose } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { isDay, isTime } from '../../platform/days.ts'
import { documentSchema } from './document.shapes.ts'
import { longestTag, mostTags, readSlug } from './post.ts'

const text = z.string().nullable()

/** A post in a list. */
export const postLine = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  summary: text,
  author: text,
  cover_image_url: text,
  tags: z.array(z.string()),
  published_at: instant.nullable(),
})

/** A post with its text. */
export const postShape = z
  .object({
    ...postLine.shape,
    body: z.looseObject({ type: z.literal('doc') }),
    updated_at: instant,
    version,
  })
  .meta({ id: 'BlogPost' })

const slug = z
  .string()
  .refine((text) => readSlug(text) !== undefined, 'must be lower-case letters and digits, joined by hyphens')
  .meta({ maxLength: 120, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

const tags = z
  .array(line(longestTag).transform((tag) => tag.toLowerCase()))
  .max(mostTags, `may have at most ${mostTags} entries`)
  .transform((tags) => [...new Set(tags)])

/** A London wall-clock time, an instant, or 'now'. A time that is skipped when the clocks change moves one hour later. */
const publishedAt = z
  .string()
  .transform((text, context) => {
    if (text === atOnce) return text
    const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::[0-5]\d)?)$/.exec(text) ?? []
    if (isDay(day) && isTime(time.slice(0, 5)))
      return Temporal.PlainDateTime.from(`${day}T${time}`)
        .toZonedDateTime('Europe/London')
        .toInstant()
        .toString()
    if (z.iso.datetime().safeParse(text).success && isDay(text.slice(0, 10))) return text
    context.addIssue({ code: 'custom', message: 'must be a day and a time that exist' })
    return z.NEVER
  })
  .describe(
    'A wall-clock time in London (yyyy-MM-ddTHH:mm, with or without :ss), an instant in UTC, or `now`.',
  )

const atOnce = 'now'
const deepest = 12
const isShallow = (part: unknown, depth = 0): boolean =>
  depth <= deepest &&
  (typeof part !== 'object' || part === null
    ? true
    : Object.values(part).every((value) => isShallow(value, Array.isArray(part) ? depth : depth + 1)))

const document = z
  .looseObject({ type: z.literal('doc'), content: z.array(z.looseObject({ type: z.string() })) })
  .transform((document, context) => {
    const read = isShallow(document) ? documentSchema.safeParse(document) : undefined
    if (read?.success) return read.data
    const [issue] = read?.error.issues ?? []
    const where = issue?.path.length ? ` (${issue.path.join('.')})` : ''
    const message = `contains a part that is not allowed in a post${where}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .describe('A document in ProseMirror’s JSON form, with only the parts that a post may have.')

const editable = {
  slug,
  title: line(200),
  summary: prose(500).nullable(),
  body: document,
  author: line(200).nullable(),
  cover_image_url: pictureAddress.nullable(),
  tags,
  published_at: publishedAt.nullable(),
}

export const newPost = z.strictObject(editable).partial().required({ slug: true, title: true })
export const postChanges = z.strictObject(editable).partial()

/** Returns the columns of a request, with 'now' replaced by the time. */
export function postColumns({ published_at, ...columns }: z.output<typeof postChanges>, now: Date) {
  return { ...columns, published_at: published_at === atOnce ? now.toISOString() : published_at }
}
