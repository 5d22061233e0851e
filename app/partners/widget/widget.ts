/**
 * The booking widget on a vineyard's own website: an element whose script opens a frame of our site. `sites` are the
 * websites that may show the frame. If the list is empty, every https site may show the frame.
 */
export type WidgetSettings = { sites: string[]; accent_colour: string | null }

export const maxSites = 20

/**
 * Returns the origin of a website from a text such as 'www.example.co.uk/visit', or undefined if the website could not
 * show a frame. '*.' means all subdomains. Plain http is allowed only for this computer, for trying the widget.
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

/** Matches a domain with a dot. IP addresses do not match, because their last part is a number. */
const publicName = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * Returns the sources of `frame-ancestors` for a vineyard's frame. Null stands for an unknown vineyard, whose frame
 * shows only one sentence.
 */
export function frameAncestors(settings: Pick<WidgetSettings, 'sites'> | null, production: boolean) {
  const listed = settings?.sites ?? []
  if (listed.length > 0) return ["'self'", ...listed]
  return ["'self'", 'https:', ...(production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'])]
}
