/**
 * Postcode: 'CT1 2EH'. Its first half, 'CT1', is the *outcode*, a district of some thousand households; the second says
 * the street. Its *code* is either without the space, in capitals.
 */
export type Postcode = { code: string; outcode: string; label: string }

/** What a code is built like. No outcode is as long as a whole code, so that one text is never both. */
const built = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})?$/

/** A postcode or outcode as people write them: any case, with or without spaces. */
export function readPostcode(text: string): Postcode | null {
  const code = squeezed(text)
  const [whole, outcode, inward] = built.exec(code) ?? []
  if (!whole || !outcode) return null
  return { code, outcode, label: inward ? `${outcode} ${inward}` : outcode }
}

/** The beginning of a code, if the text can become one: from a letter and a digit on. */
export function readPostcodeBeginning(text: string): string | null {
  const code = squeezed(text)
  return /^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$/.test(code) ? code : null
}

/** A code as it is written on an envelope. */
export function formatPostcode(code: string): string {
  return readPostcode(code)?.label ?? code
}

function squeezed(text: string): string {
  return text.slice(0, 40).replace(/\s+/g, '').toUpperCase()
}
