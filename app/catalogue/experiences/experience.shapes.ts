import { z } from 'zod'

import { id, instant, pounds } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { sceneKinds, type SceneKind } from '../scenes/scene-kind.ts'
import { visitFactsSent } from './experience-facts.shapes.ts'

export const sceneShape = z
  .enum(Object.keys(sceneKinds) as SceneKind[])
  .nullable()
  .describe('The drawing shown while the experience has no picture; null lets the site choose.')

/** An experience as the API returns it. */
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
    /** Whether resellers may sell the experience. They sell only experiences with instant confirmation. */
    sold_by_resellers: z.boolean(),
    included: z.string().nullable(),
    host_id: id.nullable(),
    booking_cutoff_minutes: z.int(),
    booking_horizon_days: z.int(),
    cancellation_cutoff_minutes: z.int(),
    scene: sceneShape,
    ...visitFactsSent,
    created_at: instant,
    updated_at: instant,
    vineyard_name: z.string(),
    is_offered: z.boolean().describe('Whether the experience is on sale at a visible vineyard.'),
    is_planned: z.boolean().describe('Whether the experience has a planned start today or later.'),
    version,
  })
  .meta({ id: 'Experience' })
