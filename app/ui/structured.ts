/** What schema.org's words are written with. */
export type Json = string | number | null | Json[] | { [key: string]: Json }

/** Fields that are not known are left out. */
export function known(fields: { [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** Several things that one page speaks of, in one script. */
export function structuredPage(things: object[]): object {
  return { '@context': 'https://schema.org', '@graph': things }
}

/** The way to a page as its breadcrumb shows it; links are paths, the page itself has none. */
export function structuredTrail(
  trail: { to: string; label: string }[],
  here: string,
  at: (path: string) => string,
): object {
  const steps = [...trail.map(({ to, label }) => ({ name: label, item: at(to) })), { name: here }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, n) => ({ '@type': 'ListItem', position: n + 1, ...step })),
  }
}

/** Makes whole addresses of paths, where the site's own is known. */
export function addressesOn(site: string | undefined): (path: string) => string {
  return (path) => (site === undefined ? path : new URL(path, site).href)
}
