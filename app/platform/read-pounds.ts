// A comma groups thousands before exactly three digits, and otherwise stands for the decimal point.
const amountFormats = [/^(?:\d{1,7}|[1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/, /^\d{1,7},\d{1,2}$/]

/** Returns the pounds in '25', '£5.50', '5,50' or '1,250.00', or undefined if the text is not an amount in whole pence. */
export function readPounds(typed: string): number | undefined {
  const plain = typed.trim().replace(/^£\s*/, '')
  const [british, continental] = amountFormats.map((format) => format.test(plain))
  if (british) return Number(plain.replaceAll(',', ''))
  return continental ? Number(plain.replace(',', '.')) : undefined
}
