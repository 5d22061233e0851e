import { inScope, type StaffMember } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { isId } from '../../platform/ids.ts'
import type { WidgetSettings } from './widget.ts'

/** Returns the widget settings of a vineyard with the vineyard's version, or undefined if the vineyard is out of scope. */
export async function findWidgetSettings(sql: Queryable, vineyard_id: string, { by }: { by: StaffMember }) {
  const [settings] = await sql<(WidgetSettings & { id: string; version: string })[]>`
    select v.id, v.widget_sites as sites, v.accent_colour, version_of(to_jsonb(v)) as version
    from vineyards v
    where v.id = ${vineyard_id} and ${inScope(sql, by, 'v.id')}`
  return settings
}

/** Returns a visible vineyard with the settings of its widget. */
export async function findWidget(sql: Queryable, vineyard_id: string) {
  if (!isId(vineyard_id)) return undefined
  const [widget] = await sql<(WidgetSettings & { id: string; name: string; is_verified: boolean })[]>`
    select v.id, v.name, v.is_verified, v.widget_sites as sites, v.accent_colour
    from vineyards v where v.id = ${vineyard_id} and v.is_visible`
  return widget
}
