import type { MetaDescriptor } from 'react-router'
import type { BreadcrumbList, Graph, Thing } from 'schema-dts'

export const siteName = 'Chalk & Vine'

/** The size of the sharing image in pixels. */
export const shareShape = { width: 1200, height: 630 }

/** The route matches of a page; the root loader's data holds the site's URL. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type Head = {
  title: string
  description: string
  /** The path of the page, with the part of the query that identifies the page. */
  path?: string
  /** The path of the page's sharing image. */
  share?: string
  /** Keeps search engines away. */
  robots?: 'noindex' | 'noindex, nofollow' | undefined
}

/** Returns the `meta` of a page: its head, or a function that makes the head from the loaded data. */
export function headOf<Loaded>(head: Head | ((loaded: Loaded) => Head)) {
  return ({ loaderData, matches }: { loaderData: Loaded | undefined; matches: Matches }) => {
    if (typeof head !== 'function') return pageHead({ ...head, matches })
    return loaderData ? pageHead({ ...head(loaderData), matches }) : []
  }
}

/** Returns the title, description, canonical URL and Open Graph data of a page. */
export function pageHead({
  title,
  description,
  path,
  share,
  robots,
  matches,
}: Head & { matches: Matches }): MetaDescriptor[] {
  const whole = title.includes(siteName) ? title : `${title} · ${siteName}`
  const site = siteOf(matches)
  const address = path !== undefined && site !== undefined ? new URL(path, site).href : undefined
  const picture = share !== undefined && site !== undefined ? new URL(share, site).href : undefined
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: 'en_GB' },
    ...(address
      ? [
          { tagName: 'link', rel: 'canonical', href: address },
          { property: 'og:url', content: address },
        ]
      : []),
    ...(picture
      ? [
          { property: 'og:image', content: picture },
          { property: 'og:image:width', content: String(shareShape.width) },
          { property: 'og:image:height', content: String(shareShape.height) },
          { property: 'og:image:alt', content: whole },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(robots ? [{ name: 'robots', content: robots }] : []),
  ]
}

/** The longest description in characters. Search engines cut longer ones. */
const longestDescription = 160

/** Returns the text on one line, cut after a whole word if the text is too long for a description. */
export function shortDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longestDescription) return line
  const cut = line.slice(0, longestDescription)
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/(?<![\s.,;:])[\s.,;:]+$/, '')}…`
}

/** Returns the title of a page, and asks search engines not to list the page. */
export function unlistedHead(title: string, robots: 'noindex' | 'noindex, nofollow' = 'noindex') {
  return [{ title: `${title} · ${siteName}` }, { name: 'robots', content: robots }]
}

/** Returns the site's URL without a trailing slash, or undefined if the root loader failed. */
export function siteOf(matches: Matches): string | undefined {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof data !== 'object' || data === null || !('site_url' in data)) return undefined
  return String(data.site_url)
}

/** Returns the JSON-LD document of a page. Writing it as JSON leaves out undefined fields. */
export function structuredPage(things: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': things }
}

/** Returns the BreadcrumbList of a page. The links are paths; the page itself has no link. */
export function structuredTrail(
  trail: { to: string; label: string }[],
  here: string,
  at: (path: string) => string,
): BreadcrumbList {
  const steps = [...trail.map(({ to, label }) => ({ name: label, item: at(to) })), { name: here }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, n) => ({ '@type': 'ListItem', position: n + 1, ...step })),
  }
}

/** Returns a function that turns paths into URLs if the site's URL is known. */
export function addressesOn(site: string | undefined): (path: string) => string {
  return (path) => (site === undefined ? path : new URL(path, site).href)
}
