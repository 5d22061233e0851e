import { experiencesFor } from '../../catalogue/experiences/experience-actions.tsx'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { ifMatch, resultOf } from '../../staff-client/call.ts'
import { load } from '../../staff-client/load.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import type { widgetApi } from './widget.api.ts'

const widgets = apiFor<typeof widgetApi>('winemaker', '/api/widgets')

/** Loads the data of the section "On your own website": the settings, and the experiences that can be booked. */
export async function loadWidget(request: Request, vineyard_id: string) {
  const [settings, vineyard, experiences] = await Promise.all([
    load(request, widgets[':id'].$get({ param: { id: vineyard_id } })),
    load(request, vineyardsAt('winemaker')[':id'].$get({ param: { id: vineyard_id } })),
    load(
      request,
      experiencesFor('winemaker').index.$get({ query: { vineyard_id, is_active: 'true', limit: '100' } }),
    ),
  ])
  const { id, name, is_visible, is_verified } = vineyard
  return {
    settings,
    vineyard: { id, name, is_shown: is_visible && is_verified },
    experiences: experiences.items.map(({ id, title }) => ({ id, title })),
  }
}

export type WidgetView = Awaited<ReturnType<typeof loadWidget>>

export type WidgetResult = ActionResult & { widget: string }

/** Saves the colour and the sites of the widget. */
export async function changeWidget(request: Request, form: FormData): Promise<WidgetResult> {
  const vineyard_id = readFormText(form, 'vineyard_id')
  const saved = await resultOf(
    widgets[':id'].$patch(
      {
        param: { id: vineyard_id },
        json: {
          accent_colour: form.has('own_colour') ? readFormText(form, 'accent_colour') : null,
          sites: readFormText(form, 'sites')
            .split(/[\s,]+/)
            .filter(Boolean),
        },
      },
      ifMatch(readFormText(form, 'version')),
    ),
  )
  return { ...toActionResult(request, saved, 'The widget has been saved.'), widget: vineyard_id }
}
