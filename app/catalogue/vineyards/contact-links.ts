import { type SocialField, socialFields, socialLabels, type Vineyard } from './vineyard.ts'

/** The vineyard's links to social networks, in a fixed order. */
export function socialLinks(vineyard: Pick<Vineyard, SocialField>) {
  return socialFields.flatMap((field) => {
    const url = vineyard[field]
    return url ? [{ label: socialLabels[field], url }] : []
  })
}

/** 'tel:+441632960123' from '01632 960123': numbers without a country code are British. */
export function phoneLink(phone: string): string {
  // The zero in '+44 (0)1632' is only dialled within Britain.
  const digits = phone.replace(/\(0\)/, '').replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `tel:+${digits}`
  return `tel:${digits.startsWith('0') ? `+44${digits.slice(1)}` : digits}`
}

/** 'hollowdown.example.com' from 'https://www.hollowdown.example.com/', for display. */
export function websiteName(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/(?<!\/)\/+$/, '')
}
