import type { MetaDescriptor } from 'react-router'

export const siteName = 'Chalk & Vine'

/** Pixels of the picture that a link shows where somebody shares it: networks show this shape whole. */
export const shareShape = { width: 1200, height: 630 }

/** What is common to all pages and known to the root's loader. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/**
 * Title, description, canonical address and Open Graph of a page. `path` is the page's own path and whatever of its
 * query belongs to it; the site's address comes from the root's loader. `share` is the path of the picture that a link to
 * the page shows, drawn for that.
 */
export function pageHead({
  title,
  description,
  path,
  share,
  matches,
}: {
  title: string
  description: string
  path?: string
  share?: string
  matches: Matches
}): MetaDescriptor[] {
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
  ]
}

/** The site's own address, without a slash at its end; undefined where the root could not be read. */
export function siteOf(matches: Matches): string | undefined {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof data !== 'object' || data === null || !('site_url' in data)) return undefined
  return String(data.site_url)
}
