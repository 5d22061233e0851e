/** 'CT1 2EH' is a postcode and 'CT1' its outcode, a district. The `code` of either is in capitals without the space. */
export type Postcode = { code: string; outcode: string; label: string }

/** No outcode is as long as a whole code, so a text is never both. */
const format = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})?$/

/** Reads a postcode or outcode in any case, with or without spaces. */
export function readPostcode(text: string): Postcode | null {
  const code = normalise(text)
  const [whole, outcode, inward] = format.exec(code) ?? []
  if (!whole || !outcode) return null
  return { code, outcode, label: inward ? `${outcode} ${inward}` : outcode }
}

/** Returns the text as the start of a code, or null if no code starts like this. A start has a letter and a digit at least. */
export function readPostcodePrefix(text: string): string | null {
  const code = normalise(text)
  return /^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$/.test(code) ? code : null
}

/** 'CT12EH' as 'CT1 2EH'. */
export function formatPostcode(code: string): string {
  return readPostcode(code)?.label ?? code
}

function normalise(text: string): string {
  return text.slice(0, 40).replace(/\s+/g, '').toUpperCase()
}
