/**
 * The booking widget on a vineyard's own website: an element whose script opens a frame of our site. `sites` are the
 * websites that may show the frame; without any, every https site may.
 */
export type WidgetSettings = { sites: string[]; accent_colour: string | null }

export const maxSites = 20

/**
 * Reads a website as its owner writes it, such as 'www.example.co.uk/visit', and returns its origin; undefined if it
 * could not show a frame. '*.' stands for all subdomains. Plain http is for trying on one's own computer.
 */
export function readSite(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const address = /^[a-z][a-z0-9+.-]*:\/\//.test(typed) ? typed : `https://${typed}`
  const url = URL.parse(address)
  if (!url || url.username || url.password) return undefined
  if (/^(localhost|127\.0\.0\.1)$/.test(url.hostname))
    return /^https?:$/.test(url.protocol) ? url.origin : undefined
  return url.protocol === 'https:' && publicName.test(url.hostname) ? url.origin : undefined
}

/** A domain with a dot in it; the last part of an IP address is a number. */
const publicName = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The sources of `frame-ancestors` for a vineyard's frame. `null`: no vineyard, so nothing but a sentence is shown. */
export function frameAncestors(
  settings: Pick<WidgetSettings, 'sites'> | null,
  production: boolean,
): string[] {
  const listed = settings?.sites ?? []
  if (listed.length > 0) return ["'self'", ...listed]
  return ["'self'", 'https:', ...(production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'])]
}
