import { z } from 'zod'

import { isDay } from '../days.ts'
import { isId } from '../ids.ts'
import { isEmail, isPhone, readLine, readProse } from '../text.ts'

/*
 * The kinds of values the API takes and gives, each with what the document says of it. A message goes on from the
 * field's name: 'price_per_person must be …'.
 */

export const id = z.string().toLowerCase().refine(isId, { error: 'must be a uuid', abort: true }).meta({
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'Accepted in either case, returned in lower case.',
})

export const day = z
  .string()
  .refine(isDay, { error: 'must be a day that exists, as yyyy-MM-dd', abort: true })
  .meta({ format: 'date', description: 'A day in London, yyyy-MM-dd.' })

/** A start or an hour as somebody gives it: HH:mm, seconds allowed. */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'must be a time of the day, as HH:mm')
  .meta({ description: 'Wall-clock time in London, HH:mm.' })

/** A time of the day as the API gives it. */
export const timeShown = z.string().meta({ description: 'Wall-clock time in London, HH:mm:ss.' })

/** An instant as the API gives it. */
export const instant = z.iso.datetime().meta({ description: 'An instant in UTC.' })

const kindsOfText = {
  missing: 'must not be empty',
  control: 'holds characters that can not be printed',
} as const

/** One line somebody types, trimmed and in one form. */
export function line(longest: number) {
  return z
    .string()
    .transform((text, context) => {
      const read = readLine(text, longest)
      if (read.ok) return read.value
      const message =
        read.problem === 'long' ? `must be at most ${longest} characters` : kindsOfText[read.problem]
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ minLength: 1, maxLength: longest })
}

/** Several lines somebody types; none at all is the empty text. */
export function prose(longest: number) {
  return z
    .string()
    .transform((text, context) => {
      const read = readProse(text, longest)
      if (read.ok) return read.value
      const message = read.problem === 'long' ? `must be at most ${longest} characters` : kindsOfText.control
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ maxLength: longest })
}

export const email = line(254)
  .refine(isEmail, 'must be a mail address')
  .meta({ format: 'email', maxLength: 254 })

export const phone = line(40)
  .refine(isPhone, 'must be a phone number: digits and spaces')
  .meta({ maxLength: 40 })

export const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s<>"\p{Cc}]+$/u, 'must be an address that begins with https://')
  .refine((text) => text.isWellFormed() && URL.canParse(text), 'must be an address that can be opened')
  .refine((text) => !URL.parse(text)?.username, 'must be an address without a name and a password in it')
  // Not every reader of the document knows `\p{Cc}`.
  .meta({ format: 'uri', maxLength: 2000, pattern: '^https?:\\/\\/[^\\s<>"]+$' })

/** A picture: our own by its path, anybody else's by its address. */
export const pictureAddress = z.union([
  webAddress,
  z
    .string()
    .max(2000)
    .regex(
      /^\/[a-z0-9][a-z0-9/._-]*$/,
      'must be one of our own paths, or an address that begins with https://',
    ),
])

/** A whole number within bounds. */
export function whole(least: number, most: number) {
  return z.int().min(least).max(most)
}

/** Pounds, to the penny. */
export const pounds = z
  .number()
  .min(0)
  .max(100_000)
  .refine(
    (amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6,
    'must be pounds and whole pence',
  )

/** For a tuple: `maxItems` ends it, and linters want a schema where zod says `items: false`. */
export const noMore = { items: {} }

/** In an address: true or false. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
