import { type SocialField, socialFields, socialLabels, type Vineyard } from './vineyard.ts'

/** Returns the vineyard's links to social networks in a fixed order. */
export function socialLinks(vineyard: Pick<Vineyard, SocialField>) {
  return socialFields.flatMap((field) => {
    const url = vineyard[field]
    return url ? [{ label: socialLabels[field], url }] : []
  })
}

/** Returns a website for display: 'hollowdown.example.com' for 'https://www.hollowdown.example.com/'. */
export function websiteName(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/(?<!\/)\/+$/, '')
}
