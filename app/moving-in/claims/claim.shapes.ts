import { z } from 'zod'

import { email, id, instant, line, prose, webAddress } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { claimFields, newVineyardFields } from './claim.ts'

export const claimState = z.enum(['unproven', 'new', 'approved', 'refused'])

export const claimShape = z
  .object({
    id,
    vineyard_id: id.nullable().describe('Null for a vineyard that is not listed yet.'),
    vineyard_name: z.string(),
    vineyard_location: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    message: z.string(),
    vineyard_website: z.string().nullable(),
    vineyard_email: z.string().nullable(),
    state: claimState,
    refusal: z.string().nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'VineyardClaim' })

export type ClaimView = z.infer<typeof claimShape>

const { vineyard_name, vineyard_location, vineyard_website } = newVineyardFields

/** A claim of a listed vineyard, or of a vineyard that is not listed yet and is described in the claim. */
export const newClaim = z
  .strictObject({
    vineyard_id: id
      .nullable()
      .optional()
      .meta({
        description: 'The listed vineyard. Without it, the claim describes a vineyard.',
        examples: [null],
      }),
    vineyard_name: line(vineyard_name.longest)
      .optional()
      .meta({ description: 'The name of a vineyard that is not listed yet.' }),
    vineyard_location: line(vineyard_location.longest)
      .optional()
      .meta({ description: 'The town or postcode of a vineyard that is not listed yet.' }),
    vineyard_website: webAddress.max(vineyard_website.longest).nullable().optional(),
    name: line(claimFields.name.longest),
    email,
    role: line(claimFields.role.longest),
    message: prose(claimFields.message.longest).refine((text) => text !== '', 'must not be empty'),
  })
  .superRefine(({ vineyard_id, vineyard_name, vineyard_location, vineyard_website }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const described = { vineyard_name, vineyard_location, vineyard_website }
    if (vineyard_id) {
      for (const [field, value] of Object.entries(described))
        if (value !== undefined) refuse(field, 'must be left out of a claim that has a vineyard_id')
    } else if (vineyard_name === undefined && vineyard_location === undefined)
      refuse(
        'vineyard_id',
        'is missing. A vineyard that is not listed needs vineyard_name and vineyard_location',
      )
    else if (vineyard_name === undefined) refuse('vineyard_name', 'is missing')
    else if (vineyard_location === undefined) refuse('vineyard_location', 'is missing')
  })
