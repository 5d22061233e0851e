/** A type that TypeScript's library lacks. */
type Factory = {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): unknown
}

const emptyScript = '<script></script>'
/**
 * Our built files, and the service worker for saved tickets. The worker's name has no hash, because a new release replaces its
 * file.
 */
const ourFiles = /^\/(assets\/|ticket-worker\.js$)/

/**
 * Installs the default policy that turns text into markup or a script URL (W3C Trusted Types). It allows the empty `<script>`
 * that React creates, text without `<`, and URLs of our own scripts.
 */
export function requireTrustedTypes(window: { trustedTypes?: Factory; origin: string }): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === emptyScript || !html.includes('<') ? html : null),
    createScriptURL: (address) => (isOurFile(address, window.origin) ? address : null),
  })
}

function isOurFile(address: string, origin: string): boolean {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined
  return url?.origin === origin && ourFiles.test(url.pathname)
}
