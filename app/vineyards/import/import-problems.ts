import type { ImportField } from './import-columns.ts'

/** Why a row was refused: the field that is wrong (null: the row as a whole), what is wrong, and what would be right. */
export type ImportProblem = { field: ImportField | null; said: string; fix: string }

const short = 'Shorten it to one line, or empty the cell.'
const link = 'Write a whole address such as https://www.example.com, or empty the cell.'
const degrees = 'Write degrees with a point, such as 51.0409 and 0.6984, or empty both cells.'

const fixes: Record<ImportField, string> = {
  name: 'Give it a name of one line, 120 characters at most.',
  city: short,
  region: short,
  address: short,
  postcode: 'Write it like TN25 5AA, or only the first half of it.',
  description: 'Shorten it to 5,000 characters.',
  phone: 'Write one number in digits and spaces, such as 01632 960123.',
  email: 'Write one address, such as cellar@example.com.',
  website: link,
  latitude: degrees,
  longitude: degrees,
  facebook_url: link,
  instagram_url: link,
  twitter_url: link,
  linkedin_url: link,
  youtube_url: link,
  tiktok_url: link,
  source: short,
}

/** A field that can not be read: `problem` is the clause that follows its name. */
export function fieldReason(field: ImportField, problem: string): ImportProblem {
  return { field, said: `${field} ${problem}`, fix: fixes[field] }
}

export const reasons = {
  nameless: { field: 'name', said: 'the name is missing', fix: fixes.name },
  nowhere: {
    field: null,
    said: 'nothing says where it is',
    fix: 'Fill in a town, a county, a postcode or a position.',
  },
  position: (said: string): ImportProblem => ({ field: 'latitude', said, fix: degrees }),
  tooMany: (cells: number, columns: number): ImportProblem => ({
    field: null,
    said: `the row has ${cells} cells, the header ${columns}`,
    fix: 'Put a cell that holds a comma between quotation marks.',
  }),
  openQuote: {
    field: null,
    said: 'a quotation mark is never closed, so nothing from here on could be read',
    fix: 'Close the quotation mark, or remove it.',
  },
  unreadable: (said: string): ImportProblem => ({
    field: null,
    said,
    fix: 'Save the list as CSV once more.',
  }),
  twin: (line: number): ImportProblem => ({
    field: 'name',
    said: `the same vineyard as line ${line}`,
    fix: 'Keep one of the two rows.',
  }),
} as const satisfies Record<string, ImportProblem | ((...about: never[]) => ImportProblem)>

/** All of them on one line, as a log has it. */
export function inOneLine(refusal: { reasons: ImportProblem[] }): string {
  return refusal.reasons.map(({ said }) => said).join('; ')
}
