import { z } from 'zod'
import { isWholePence } from '../money.ts'

import { isDay } from '../days.ts'
import { isId } from '../ids.ts'
import {
  cleanLine,
  cleanPhone,
  readEmailAddress,
  readLine,
  readPhoneNumber,
  readProse,
} from '../text/text.ts'
import { namesUser } from '../text/safe-links.ts'

/*
 * Schemas of the API's fields, with their descriptions in the document. An error message is the end of a sentence that
 * begins with the field's name: 'price_per_person must be …'.
 */

/** The type of a row as Postgres returns it, for a shape that the API sends. In the row, instants are Date objects. */
export type RowOf<Shape extends z.ZodObject> = {
  [Name in keyof z.infer<Shape>]: Shape['shape'][Name & string] extends typeof instant
    ? Date
    : Shape['shape'][Name & string] extends z.ZodNullable<typeof instant>
      ? Date | null
      : z.infer<Shape>[Name]
}

// Returns a plain `boolean` instead of a type predicate, so that the inferred type stays `string`.
const isUuid = (text: string): boolean => isId(text)
export const id = z.string().toLowerCase().refine(isUuid, { error: 'must be a uuid', abort: true }).meta({
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'Accepted in either case, returned in lower case.',
})

export const day = z
  .string()
  .refine(isDay, { error: 'must be a valid day, as yyyy-MM-dd', abort: true })
  .meta({ format: 'date', description: 'A day in London, yyyy-MM-dd.' })

/** A time of day in a request: HH:mm, or HH:mm:00. */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'must be a time of the day, as HH:mm')
  .meta({ description: 'Wall-clock time in London, HH:mm.' })

/** A time of day in a response. */
export const timeShown = z.string().meta({ description: 'Wall-clock time in London, HH:mm:ss.' })

/** An instant in a response. */
export const instant = z.iso.datetime().meta({ description: 'An instant in UTC.' })

const textMessages = {
  missing: 'must not be empty',
  control: 'must not contain control characters',
} as const

// In the document, the formats `line` and `text` say which function reads a field. A test finds fields without a format.

/** One line of text, cleaned: see `cleanLine`. */
export function line(longest: number) {
  return textBy(readLine, longest).meta({ format: 'line', minLength: 1, maxLength: longest })
}

/** Several lines of text; may be empty. */
export function prose(longest: number) {
  return textBy(readProse, longest).meta({ format: 'text', maxLength: longest })
}

function textBy(read: typeof readLine, longest: number) {
  return z.string().transform((text, context) => {
    const result = read(text, longest)
    if (result.ok) return result.value
    const message =
      result.problem === 'long' ? `must be at most ${longest} characters` : textMessages[result.problem]
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export const email = contactBy(readEmailAddress, 'must be an email address').meta({
  format: 'email',
  minLength: 1,
  maxLength: 254,
})

export const phone = contactBy(readPhoneNumber, 'must be a phone number: digits and spaces').meta({
  format: 'line',
  minLength: 1,
  maxLength: 40,
})

/** Returns a transformation that reads a text, or refuses it with `message`. */
export const readWith =
  <Value>(read: (text: string) => Value | undefined, message: string) =>
  (text: string, context: z.RefinementCtx) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }

function contactBy(read: typeof readEmailAddress, invalid: string) {
  return z.string().transform((text, context) => {
    const result = read(text)
    if (result.ok) return result.value
    const { problem } = result
    const message = problem === 'missing' || problem === 'control' ? textMessages[problem] : invalid
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** A text typed to search or to sign in: one cleaned line, which may be empty. */
export function typed(longest: number) {
  return prose(longest).transform(cleanLine).meta({ format: 'line', maxLength: longest })
}

/** A telephone number from another system, in any notation. */
export const foreignPhone = line(40).transform(cleanPhone)

export const webAddress = z
  .string()
  .max(2000)
  .overwrite(cleanLine)
  .regex(/^https?:\/\/[^\s<>"\p{Cc}]+$/u, 'must be a URL that begins with https://')
  .refine((text) => text.isWellFormed() && URL.canParse(text), 'must be a valid URL')
  .refine((text) => !namesUser(text), 'must be a URL without a user name or password')
  // The documented pattern leaves out `\p{Cc}`, because some tools that read the document do not support it.
  .meta({ format: 'uri', maxLength: 2000, pattern: '^https?:\\/\\/[^\\s<>"]+$' })

/** The address of a picture: a path on this site, or the URL of another site. */
export const pictureAddress = z.union([
  webAddress,
  z
    .string()
    .max(2000)
    .regex(/^\/[a-z0-9][a-z0-9/._-]*$/, 'must be a path of this site, or a URL that begins with https://'),
])

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number) {
  return z.int().min(least).max(most)
}

/** An amount in pounds, to the penny. */
export const pounds = z
  .number()
  .min(0)
  .max(100_000)
  .refine(isWholePence, 'must be an amount in pounds with at most two decimals')

/** Metadata of tuples. Replaces the `items: false` that zod writes, because linters of the document expect a schema there. */
export const noMore = { items: {} }

/** A query parameter that is true or false. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
