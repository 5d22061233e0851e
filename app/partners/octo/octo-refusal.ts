import { refused } from '../../platform/result.ts'

/** An error in OCTO's format. An error about an id repeats the id. */
export type OctoRefusal = { error: string; errorMessage: string } & Record<string, string>

const idErrors = {
  productId: ['INVALID_PRODUCT_ID', 'There is no product with this id.'],
  optionId: ['INVALID_OPTION_ID', 'The product has no option with this id.'],
  unitId: ['INVALID_UNIT_ID', 'The option has no unit with this id.'],
  availabilityId: ['INVALID_AVAILABILITY_ID', 'There is no availability with this id.'],
  uuid: ['INVALID_BOOKING_UUID', 'There is no booking with this uuid.'],
} as const

/** Refuses an id that does not exist or is out of scope. */
export function refuseId(field: keyof typeof idErrors, id: string) {
  const [error, errorMessage] = idErrors[field]
  return refused<OctoRefusal>({ error, errorMessage, [field]: id })
}

export const badRequest = (errorMessage: string) =>
  refused<OctoRefusal>({ error: 'BAD_REQUEST', errorMessage })

/** Refuses a request that is valid but cannot be carried out. */
export const unprocessable = (errorMessage: string) =>
  refused<OctoRefusal>({ error: 'UNPROCESSABLE_ENTITY', errorMessage })
