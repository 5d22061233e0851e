/** Not yet in the compiler's library. */
type Factory = {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): unknown
}

const reactsEmptyScript = '<script></script>'
const ourFiles = '/assets/'

/**
 * The one way by which text becomes markup or a script's address on our pages (W3C Trusted Types). React makes its
 * `<script>` elements from one fixed string, and they never run; text without a `<` makes no element; workers are
 * files of ours. Everything else is refused by the browser, and no text becomes code.
 */
export function requireTrustedTypes(window: { trustedTypes?: Factory; origin: string }): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === reactsEmptyScript || !html.includes('<') ? html : null),
    createScriptURL: (address) => (isOurFile(address, window.origin) ? address : null),
  })
}

function isOurFile(address: string, origin: string): boolean {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined
  return url?.origin === origin && url.pathname.startsWith(ourFiles)
}
