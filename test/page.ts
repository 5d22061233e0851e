/** A page's HTML without React's comments and common entities, for matching sentences. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text()
  return html
    .replaceAll(/<!--(?: |\/?\$)-->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
