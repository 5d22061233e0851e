import { z } from 'zod'

import { email, foreignPhone, id, line, prose } from '../../platform/api/fields.server.ts'
import { addDays, type Day, isDay } from '../../platform/days.ts'
import { ok, type Result } from '../../platform/result.ts'
import { badRequest, type OctoRefusal } from './octo-refusal.ts'

/** A text that a caller may leave out, or send as null or as an empty text. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable().optional(),
  )

/** An id may be any short text. An unknown id is refused when it is looked up. */
const someId = z.string().max(200)
const minutes = z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional()

const contact = z.object({
  fullName: optional(line(120)),
  firstName: optional(line(120)),
  lastName: optional(line(120)),
  emailAddress: optional(email),
  phoneNumber: optional(foreignPhone),
  locales: z.array(line(40)).max(20).optional(),
  postalCode: optional(line(20)),
  country: optional(line(100)),
  notes: optional(prose(1000)),
})
export type ContactChange = z.output<typeof contact>

const unitItem = z.object({
  uuid: id.optional(),
  unitId: someId,
  resellerReference: optional(line(200)),
  contact: contact.nullish(),
})
export type UnitItemRequest = z.output<typeof unitItem>

/** The fields that the requests to reserve, change and confirm have in common. */
const said = {
  resellerReference: optional(line(200)),
  contact: contact.nullish(),
  unitItems: z.array(unitItem).max(1000).nullish(),
}
const notes = optional(prose(1000))
const emailReceipt = z.boolean().nullish()

export const reservation = z.object({
  uuid: id.optional(),
  productId: someId,
  optionId: someId,
  availabilityId: someId,
  expirationMinutes: minutes,
  notes,
  ...said,
})
export type Reservation = z.output<typeof reservation>

export const bookingChange = z.object({
  productId: someId.optional(),
  optionId: someId.optional(),
  availabilityId: someId.optional(),
  expirationMinutes: minutes,
  notes,
  emailReceipt,
  ...said,
})
export type BookingChange = z.output<typeof bookingChange>

export const confirmation = z.object({ emailReceipt, ...said })
export type Confirmation = z.output<typeof confirmation>

export const extension = z.object({ expirationMinutes: minutes })
export const cancellationRequest = z.object({ reason: optional(prose(1000)) })

const units = z
  .array(z.object({ id: someId, quantity: z.int().min(0).max(10_000) }))
  .max(100)
  .nullish()
/** A valid date. `abort` skips the checks that compare dates, because they would throw on an invalid date. */
const date = z.string().refine(isDay, { error: 'must be a date, as yyyy-MM-dd', abort: true })

/** The most days in one request. */
const longestSpan = 366
const span = (from: Day, to: Day) => to >= from && to < addDays(from, longestSpan)
const spanError = `localDateEnd must be on or after localDateStart, within ${longestSpan} days`

export const calendarRequest = z
  .object({ productId: someId, optionId: someId, localDateStart: date, localDateEnd: date, units })
  .refine(({ localDateStart, localDateEnd }) => span(localDateStart, localDateEnd), spanError)
  .transform(({ localDateStart: from, localDateEnd: to, ...request }) => ({ ...request, from, to }))
export type CalendarRequest = z.output<typeof calendarRequest>

const availabilityFields = z.object({
  productId: someId,
  optionId: someId,
  localDate: date.nullish(),
  localDateStart: date.nullish(),
  localDateEnd: date.nullish(),
  availabilityIds: z.array(someId).min(1).max(100).nullish(),
  units,
})

/** A request for exactly one of these: a date, a range of two dates, or ids. `spans` is undefined for ids. */
export const availabilityRequest = availabilityFields.transform(
  ({ localDate, localDateStart, localDateEnd, availabilityIds, ...request }, context) => {
    const spans: [Day, Day][] | undefined = localDate
      ? [[localDate, localDate]]
      : localDateStart && localDateEnd
        ? [[localDateStart, localDateEnd]]
        : undefined
    const dates = [localDate, localDateStart ?? localDateEnd].filter(Boolean).length
    const isClear = dates + (availabilityIds ? 1 : 0) === 1 && (spans ?? availabilityIds)
    if (!isClear)
      context.addIssue({
        code: 'custom',
        message: 'Send either localDate, or localDateStart and localDateEnd, or availabilityIds',
      })
    else if (spans && !spans.every(([from, to]) => span(from, to)))
      context.addIssue({ code: 'custom', message: spanError })
    return { ...request, spans, availabilityIds: availabilityIds ?? undefined }
  },
)
export type AvailabilityRequest = z.output<typeof availabilityRequest>

/** Reads a JSON body, whatever its content type. A missing body is read as an empty object. */
export async function readBody<Schema extends z.ZodType>(
  request: { text(): Promise<string> },
  schema: Schema,
): Promise<Result<z.output<Schema>, OctoRefusal>> {
  const text = await request.text()
  let input: unknown
  try {
    input = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return badRequest('The body is not valid JSON.')
  }
  const parsed = schema.safeParse(input)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return badRequest(`${[...(issue?.path ?? []), issue?.message ?? 'The body is not valid'].join(' ')}.`)
}
