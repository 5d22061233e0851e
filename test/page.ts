/**
 * Returns the HTML of a page without React's comments and with common entities decoded, so that sentences can be found.
 */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text()
  return html
    .replaceAll(/<!--(?: |\/?\$)-->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
