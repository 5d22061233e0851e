/** What a page of ours may load and run, as `Content-Security-Policy` (W3C CSP 3). */
export type PagePolicy = {
  /** Sources of the page's own inline scripts: one nonce, or a hash of each. Nothing else that is inline runs. */
  inline: string[]
  /** Other origins that the operator configured, such as a tile server's. None by default. */
  origins: string[]
  /** Whether the site is spoken to by https only. */
  https: boolean
}

/** Where browsers report violations, and the name under which `Reporting-Endpoints` says so. */
export const reportsPath = '/csp-reports'
const reportsName = 'csp'
export const reportingEndpoints = `${reportsName}="${reportsPath}"`

/**
 * Everything from this origin, no inline style and no inline handler; what may turn text into script takes only what
 * the policy in `trusted-types.ts` let through.
 */
export function pagePolicy({ inline, origins, https }: PagePolicy): string {
  return written({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", ...origins],
    'font-src': ["'self'", ...origins],
    'connect-src': ["'self'", ...origins],
    'worker-src': ["'self'"],
    'frame-src': ["'none'"],
    'media-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // What is pasted into a post is read by the browser's own parser into a document that runs nothing.
    'trusted-types': ['default', 'pasted-text'],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
    // Browsers that know `report-to` ignore `report-uri`.
    'report-uri': [reportsPath],
    'report-to': [reportsName],
  })
}

/** For what is no page: data, texts, pictures. A drawing that is opened by itself keeps its colours and runs nothing. */
export const barePolicy = written({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

function written(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
