/** The sources from which a page may load data and run code, for its content security policy (W3C CSP 3). */
export type PagePolicy = {
  /** Sources of the page's own inline scripts: one nonce for all, or a hash for each. */
  scripts: string[]
  /** The hashes of the page's own inline styles. */
  styles: string[]
  /** Other origins from which the page loads data, such as a tile server. The operator sets them; by default, there are none. */
  origins: string[]
  /** Other origins of pictures and fonts. By default, there are none. */
  assetOrigins: string[]
  /** Whether visitors use https only. */
  https: boolean
  /** The sources of the pages that may show this page in a frame. By default, there are none. */
  ancestors?: string[] | undefined
  /** Whether the page may show other pages of the site in a frame. */
  frames?: boolean
}

/** The path to which browsers report violations. */
export const reportsPath = '/csp-reports'
const reportsName = 'csp'
export const reportingEndpoints = `${reportsName}="${reportsPath}"`

const noFrame = "'none'"

/** Returns the `Content-Security-Policy` of a page. `trusted-types.ts` decides what text may become markup. */
export function pagePolicy({
  scripts,
  styles,
  origins,
  assetOrigins,
  https,
  ancestors,
  frames = false,
}: PagePolicy): string {
  return serialise({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", ...assetOrigins],
    'font-src': ["'self'", ...assetOrigins],
    'connect-src': ["'self'", ...origins],
    'worker-src': ["'self'"],
    'frame-src': [frames ? "'self'" : "'none'"],
    'media-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ancestors ?? [noFrame],
    'require-trusted-types-for': ["'script'"],
    // With the policy `pasted-text`, the blog editor parses pasted text into an inert document.
    'trusted-types': ['default', 'pasted-text'],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
    // Browsers that know `report-to` ignore `report-uri`.
    'report-uri': [reportsPath],
    'report-to': [reportsName],
  })
}

/** The policy of data, text and pictures. An SVG that is opened by itself keeps its styles and runs no script. */
export const dataPolicy = serialise({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': [noFrame],
  'report-uri': [reportsPath],
})

/**
 * The policy of script files. Browsers store a worker's file for a year, and with it the policy of the worker, although
 * settings may change in that time. So this policy does not limit what a worker loads.
 */
export const scriptPolicy = serialise({
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': [noFrame],
})

/** Returns whether a policy lets other pages show the response in a frame. */
export function isFramable(policy: string | null): boolean {
  const ancestors = /(?:^|; )frame-ancestors ([^;]*)/.exec(policy ?? '')?.[1]
  return ancestors !== undefined && ancestors !== noFrame
}

function serialise(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
