import type { Vineyard } from './vineyard.ts'

/** What staff write of a vineyard in its form; its pictures are sent one by one. */
export type VineyardDraft = Omit<
  Vineyard,
  'id' | 'is_visible' | 'is_verified' | 'is_demo' | 'cover_image_url' | 'logo_url'
>
export type VineyardField = keyof VineyardDraft

/** What each field is called on the screen; a refusal says the same. */
export const vineyardLabels: Record<VineyardField, string> = {
  name: 'Name',
  description: 'About the vineyard',
  address: 'Address',
  city: 'Town or village',
  region: 'County',
  postcode: 'Postcode',
  latitude: 'Latitude',
  longitude: 'Longitude',
  phone: 'Phone',
  email: 'Email',
  website: 'Website',
  facebook_url: 'Facebook',
  instagram_url: 'Instagram',
  twitter_url: 'Twitter',
  linkedin_url: 'LinkedIn',
  youtube_url: 'YouTube',
  tiktok_url: 'TikTok',
}

export const vineyardFields = Object.keys(vineyardLabels) as VineyardField[]
export const webFields = [
  'website',
  'facebook_url',
  'instagram_url',
  'twitter_url',
  'linkedin_url',
  'youtube_url',
  'tiktok_url',
] as const

const degrees = new Set<VineyardField>(['latitude', 'longitude'])
const web = new Set<VineyardField>(webFields)

/** What a form holds, as the API takes it. What is no number stays text, so that the API can say so. */
export function readVineyardDraft(form: FormData): VineyardDraft {
  const read = (field: VineyardField) => {
    const text = String(form.get(field) ?? '').trim()
    if (text === '') return field === 'name' ? '' : null
    if (degrees.has(field)) return Number.isFinite(Number(text)) ? Number(text) : text
    // 'www.instagram.com/us' as people copy it.
    if (web.has(field)) return /^[a-z]+:/i.test(text) ? text : `https://${text}`
    return text
  }
  return Object.fromEntries(vineyardFields.map((field) => [field, read(field)])) as VineyardDraft
}

/** What is other than it was. */
export function vineyardChangesFrom(seen: VineyardDraft, written: VineyardDraft): Partial<VineyardDraft> {
  const plain = (value: unknown) =>
    String(value ?? '')
      .replaceAll('\r\n', '\n')
      .trim()
  return Object.fromEntries(
    vineyardFields.flatMap((field) =>
      plain(seen[field]) === plain(written[field]) ? [] : [[field, written[field]]],
    ),
  )
}

/** Refusals in the words of the screen: 'Phone must be a phone number: digits and spaces.' */
export function vineyardFieldMessages(refused: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([field, sentence]) => [
      field,
      // Once, where it begins: a phone number stays one.
      field in vineyardLabels ? sentence.replace(field, vineyardLabels[field as VineyardField]) : sentence,
    ]),
  )
}
