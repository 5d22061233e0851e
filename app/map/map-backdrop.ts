import type { Config } from '../platform/config.server.ts'

/** What lies under the pins where the built-in drawing is replaced, and whose it is; null for the drawing. */
export type Backdrop = Omit<NonNullable<Config['map']>, 'origins'>

export function backdropOf({ map }: Pick<Config, 'map'>): Backdrop | null {
  if (map === null) return null
  const { origins: _, ...backdrop } = map
  return backdrop
}
