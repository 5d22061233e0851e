/** Adds the scheme to a URL that was copied without one, such as 'www.instagram.com/us'. */
export function withScheme(address: string): string {
  return address === '' || /^[a-z]+:/i.test(address) ? address : `https://${address}`
}
