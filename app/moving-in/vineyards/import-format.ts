import { socialFields, textFields } from '../../catalogue/vineyards/vineyard.ts'

/** The columns of a list that are imported. Other columns are reported and ignored. */
export const importFields = [
  'name',
  ...textFields,
  'latitude',
  'longitude',
  ...socialFields,
  'source',
] as const
export type ImportField = (typeof importFields)[number]

// The accepted column names, best first. The first column that is not empty counts. Counties come before regions,
// because visitors say "Kent" and not "South East".
const names: Partial<Record<ImportField, string[]>> = {
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
  source: ['source', 'sources'],
}

/** Returns the column names of a field. A social network has two names, such as 'facebook url' and 'facebook'. */
function namesOf(field: ImportField): string[] {
  return names[field] ?? [field.replace('_', ' '), field.replace('_url', '')]
}

/** For each field, the numbers of its columns, best first. */
export type ImportColumns = Record<ImportField, number[]>

/** Finds the fields by their headers in any order, whatever the case and punctuation (`Post_Code` is `post code`). */
export function readHeader(header: string[]): { columns: ImportColumns; ignored: string[] } {
  const plain = header.map((title) =>
    title
      .slice(0, 200)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const numbers = (field: ImportField) =>
    namesOf(field)
      .map((name) => plain.indexOf(name))
      .filter((i) => i >= 0)
  const columns = Object.fromEntries(importFields.map((field) => [field, numbers(field)])) as ImportColumns
  const used = new Set(Object.values(columns).flat())
  return { columns, ignored: header.filter((title, i) => !used.has(i) && title.trim() !== '') }
}

/** Returns the text of a field, from the first of its columns that is not empty. */
export function cell(row: string[], columns: ImportColumns, field: ImportField): string {
  return columns[field].map((i) => row[i] ?? '').find((text) => text.trim() !== '') ?? ''
}

/** A template with the best column names and an example row. */
export const listTemplate =
  `${importFields.filter((field) => field !== 'source').join(',')}\r\n` +
  'Example Hill Vineyard,Wye,Kent,Olantigh Road,TN25 5AA,"Chalk, vines and a view.",01632 960123,cellar@example.com,' +
  'https://www.example.com,51.184,0.939,,,,,,\r\n'

/** Why a row was refused: the field (null for the whole row), the problem, and how to fix the problem. */
export type ImportProblem = { field: ImportField | null; said: string; fix: string }

const nameFix = 'Enter a name on one line, at most 120 characters.'
const shortFix = 'Shorten it to one line, or empty the cell.'
const linkFix = 'Write a full address such as https://www.example.com, or empty the cell.'
const positionFix = 'Write degrees with a decimal point, such as 51.0409 and 0.6984, or empty both cells.'

/** For each field, a sentence that says how to fix it. All links share one sentence. */
const fixes: Partial<Record<ImportField, string>> = {
  name: nameFix,
  city: shortFix,
  region: shortFix,
  address: shortFix,
  postcode: 'Write it like TN25 5AA, or only the first half.',
  description: 'Shorten it to 5,000 characters.',
  phone: 'Write one number in digits and spaces, such as 01632 960123.',
  email: 'Write one address, such as cellar@example.com.',
  latitude: positionFix,
  longitude: positionFix,
  source: shortFix,
}

/** Returns why a field is refused. `problem` is a clause that follows the name of the field. */
export function fieldReason(field: ImportField, problem: string): ImportProblem {
  return { field, said: `${field} ${problem}`, fix: fixes[field] ?? linkFix }
}

export const reasons = {
  nameless: { field: 'name', said: 'the name is missing', fix: nameFix },
  nowhere: {
    field: null,
    said: 'there is no town, county, postcode or position',
    fix: 'Fill in at least one of them.',
  },
  abroad: (field: 'city' | 'region' | 'address', country: string): ImportProblem => ({
    field,
    said: `${field} names a location outside the United Kingdom: ${country}`,
    fix: 'Correct the cell, or remove the row: only vineyards in the United Kingdom are listed.',
  }),
  townAbroad: (town: string): ImportProblem => ({
    field: 'city',
    said: `city names a town outside the United Kingdom: ${town}`,
    fix: 'Add the county or the postcode if the town is in the United Kingdom. Otherwise remove the row.',
  }),
  outcode: (outcode: string): ImportProblem =>
    fieldReason('postcode', `begins with ${outcode}, as no UK postcode does`),
  position: (said: string): ImportProblem => ({ field: 'latitude', said, fix: positionFix }),
  tooMany: (cells: number, columns: number): ImportProblem => ({
    field: null,
    said: `the row has ${cells} cells, but the header has ${columns}`,
    fix: 'Put quotation marks around a cell that contains a comma.',
  }),
  openQuote: {
    field: null,
    said: 'a quotation mark is never closed, so the rest of the file could not be read',
    fix: 'Close the quotation mark, or remove it.',
  },
  unreadable: (said: string): ImportProblem => ({
    field: null,
    said,
    fix: 'Save the list as CSV again.',
  }),
  twin: (line: number): ImportProblem => ({
    field: 'name',
    said: `this is the same vineyard as line ${line}`,
    fix: 'Keep one of the two rows.',
  }),
} as const satisfies Record<string, ImportProblem | ((...about: never[]) => ImportProblem)>

/** Returns all reasons in one line, for logs. */
export function formatReasons(refusal: { reasons: ImportProblem[] }): string {
  return refusal.reasons.map(({ said }) => said).join('; ')
}

/** The largest number of rows in a list. */
export const mostRows = 5000

/** The outcomes of a row: it becomes a new vineyard, fills gaps of a known vineyard, changes nothing, or is refused. */
export const outcomes = ['new', 'filled', 'unchanged', 'refused'] as const
export type RowOutcome = (typeof outcomes)[number]

/** Returns a text such as '47 new, 2 filled, 3 refused'. */
export function formatOutcomes(counts: Record<RowOutcome, number>): string {
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
  return parts.join(', ') || 'no rows'
}

/** Returns the number of rows that change something. */
export function importableCount(counts: Record<RowOutcome, number>): number {
  return counts.new + counts.filled
}
