import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { integrationPolicy } from '../../people/sign-in/policy.ts'
import { answerRow, changeAndAnswer, changedShape } from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { vineyardNoun } from '../../catalogue/vineyards/vineyard.server.ts'
import { isColour } from './accent.ts'
import { readSite } from './allowed-sites.server.ts'
import { maxSites } from './widget.ts'
import { findWidgetSettings } from './widget.server.ts'

const absent = 'Vineyard not found'

const sites = z
  .array(
    z
      .string()
      .max(300)
      .meta({ examples: ['https://www.example.co.uk'] }),
  )
  .max(maxSites)
  .transform((list, context) => {
    const read = list.map((text) => readSite(text))
    const wrong = list.filter((_, n) => read[n] === undefined)
    if (wrong.length === 0) return [...new Set(read as string[])]
    const message = `must be addresses such as https://www.example.co.uk, not ${wrong.join(', ')}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({
    maxItems: maxSites,
    description:
      'The websites that may show the widget. `*.` includes all subdomains. An empty list permits every https site.',
  })

const accent_colour = z
  .string()
  .toLowerCase()
  .refine(isColour, 'must be a colour such as #6b2148')
  .nullable()
  .meta({ description: 'null: the colours of Chalk & Vine.', examples: ['#6b2148'] })

const settingsShape = z
  .object({
    id,
    sites: z.array(z.string()).meta({ examples: [['https://www.example.co.uk']] }),
    accent_colour: z
      .string()
      .nullable()
      .meta({ examples: ['#6b2148'] }),
    version,
  })
  .meta({ id: 'WidgetSettings' })

/** /api/widgets: settings of the booking widget, by the id of the vineyard. */
export const widgetApi = new Hono<ApiEnv>()
  .use(only(integrationPolicy.run))
  .use('/:id/*', requireUuidParams(absent))
  .get('/:id', describe('Settings of a vineyard’s booking widget', { 200: settingsShape }), async (c) => {
    const { sql, by } = c.var
    return answerRow(c, await findWidgetSettings(sql, c.req.param('id'), { by }), absent)
  })
  .patch(
    '/:id',
    describe('Change the booking widget of a vineyard', { 200: changedShape }),
    body(z.strictObject({ sites, accent_colour }).partial()),
    (c) => {
      const { sites: widget_sites, accent_colour } = c.req.valid('json')
      return changeAndAnswer(c, vineyardNoun, { widget_sites, accent_colour }, { absent })
    },
  )
