/** Returns a page's HTML without React's comments and with common entities decoded, for matching sentences. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text()
  return html
    .replaceAll(/<!--(?: |\/?\$)-->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
