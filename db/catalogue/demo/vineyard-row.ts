import type { Vineyard } from '../../../app/vineyards/vineyard.ts'
import type { DemoEstate } from './estate.ts'

/** The estate as a row of `vineyards`: verified, visible, marked as made up, with addresses nobody can own. */
export function vineyardRow(estate: DemoEstate): Vineyard & { source: string; source_key: string } {
  const { id, slug, name, city, region, address, postcode, phone, latitude, longitude } = estate
  const site = `${slug}.example.com`
  const on = (network: DemoEstate['social'][number]) =>
    estate.social.includes(network) ? `https://example.com/${network}/${slug}` : null
  const madeUp = `Demonstration estate: ${name} and everything on this page are made up, to show how Chalk & Vine works.`
  return {
    id,
    name,
    city,
    region,
    address,
    postcode,
    description: [...estate.description, madeUp].join('\n\n'),
    phone,
    email: `cellar@${site}`,
    website: `https://${site}`,
    latitude,
    longitude,
    cover_image_url: `/pictures/${slug}-960.webp`,
    logo_url: `/pictures/${slug}-logo.svg`,
    is_visible: true,
    is_verified: true,
    is_demo: true,
    facebook_url: on('facebook'),
    instagram_url: on('instagram'),
    twitter_url: on('twitter'),
    linkedin_url: on('linkedin'),
    youtube_url: on('youtube'),
    tiktok_url: on('tiktok'),
    source: 'made up for demonstration',
    source_key: `demonstration ${slug}`,
  }
}
