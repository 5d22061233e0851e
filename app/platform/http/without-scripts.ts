const script = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs

/** Returns a page of this site without its scripts. */
export function withoutScripts(html: string): string {
  return html.replaceAll(script, '')
}
