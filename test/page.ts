/** A page's markup with React's seams and the commonest entities taken out, so that its sentences can be found. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text()
  return html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
