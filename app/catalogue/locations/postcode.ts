/** A postcode such as 'CT1 2EH', or only its outcode (district) 'CT1'. `code` is in capitals without the space. */
export type Postcode = { code: string; outcode: string; label: string }

/** Matches an outcode or a whole postcode. Outcodes are shorter than postcodes, so a text cannot be both. */
const format = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})?$/

/** Returns the text as a postcode or outcode, or null for any other text. Ignores case and spaces. */
export function readPostcode(text: string): Postcode | null {
  const code = normalise(text)
  const [whole, outcode, inward] = format.exec(code) ?? []
  if (!whole || !outcode) return null
  return { code, outcode, label: inward ? `${outcode} ${inward}` : outcode }
}

/** Returns the text as the beginning of a code, or null. The text needs at least a letter and a digit. */
export function readPostcodePrefix(text: string): string | null {
  const code = normalise(text)
  return /^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$/.test(code) ? code : null
}

/** Returns a code with its space: 'CT1 2EH' for 'CT12EH'. */
export function formatPostcode(code: string): string {
  return readPostcode(code)?.label ?? code
}

function normalise(text: string): string {
  return text.slice(0, 40).replace(/\s+/g, '').toUpperCase()
}
