/**
 * The booking widget on a vineyard's own website: an element whose script opens a frame of our site. `sites` are the
 * websites that may show the frame. If the list is empty, every https site may show the frame.
 */
export type WidgetSettings = { sites: string[]; accent_colour: string | null }

export const maxSites = 20

/**
 * Returns the sources of `frame-ancestors` for a vineyard's frame. Null stands for an unknown vineyard, whose frame
 * shows only one sentence.
 */
export function frameAncestors(settings: Pick<WidgetSettings, 'sites'> | null, production: boolean) {
  const listed = settings?.sites ?? []
  if (listed.length > 0) return ["'self'", ...listed]
  return ["'self'", 'https:', ...(production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'])]
}
