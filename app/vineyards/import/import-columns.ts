/** The columns of a list of vineyards that are taken over; every other one is named and left alone. */
export const importFields = [
  'name',
  'city',
  'region',
  'address',
  'postcode',
  'description',
  'phone',
  'email',
  'website',
  'latitude',
  'longitude',
  'facebook_url',
  'instagram_url',
  'twitter_url',
  'linkedin_url',
  'youtube_url',
  'tiktok_url',
  'source',
] as const
export type ImportField = (typeof importFields)[number]

// What lists call a field, best first: of several such columns the first that holds something in a row counts. A
// county stands before a region, because visitors say "Kent" and not "South East".
const names: Record<ImportField, string[]> = {
  name: ['name', 'vineyard', 'vineyard name', 'estate', 'business name', 'title'],
  city: ['city', 'town', 'town city', 'village', 'post town', 'posttown', 'locality', 'place'],
  region: ['county', 'county name', 'region', 'area'],
  address: ['address', 'street address', 'address line 1', 'address 1', 'street'],
  postcode: ['postcode', 'post code', 'postal code', 'zip'],
  description: ['description', 'about', 'text'],
  phone: ['phone', 'telephone', 'tel', 'phone number'],
  email: ['email', 'e mail', 'email address', 'mail'],
  website: ['website', 'web site', 'web', 'url', 'homepage', 'website url', 'site'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'long', 'lng', 'lon'],
  facebook_url: ['facebook url', 'facebook'],
  instagram_url: ['instagram url', 'instagram'],
  twitter_url: ['twitter url', 'twitter'],
  linkedin_url: ['linkedin url', 'linkedin'],
  youtube_url: ['youtube url', 'youtube'],
  tiktok_url: ['tiktok url', 'tiktok'],
  source: ['source', 'sources'],
}

/** Which columns of a row may hold each field, best first; a field without one has none. */
export type ImportColumns = Record<ImportField, number[]>

/** Finds the fields by their headers, whatever their order, capitals and punctuation (`Post_Code` is `post code`). */
export function readHeader(header: string[]): { columns: ImportColumns; ignored: string[] } {
  const plain = header.map((title) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const places = (field: ImportField) => names[field].map((name) => plain.indexOf(name)).filter((i) => i >= 0)
  const columns = Object.fromEntries(importFields.map((field) => [field, places(field)])) as ImportColumns
  const used = new Set(Object.values(columns).flat())
  return { columns, ignored: header.filter((title, i) => !used.has(i) && title.trim() !== '') }
}

/** The raw text of a field in one row: the first of its columns that is not empty. */
export function cell(row: string[], columns: ImportColumns, field: ImportField): string {
  return columns[field].map((i) => row[i] ?? '').find((text) => text.trim() !== '') ?? ''
}

/** A list to begin with: its columns as they are called best, and one row that shows how they are filled. */
export const listTemplate =
  `${importFields.filter((field) => field !== 'source').join(',')}\r\n` +
  'Example Hill Vineyard,Wye,Kent,Olantigh Road,TN25 5AA,"Chalk, vines and a view.",01632 960123,cellar@example.com,' +
  'https://www.example.com,51.184,0.939,,,,,,\r\n'
