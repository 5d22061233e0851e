import { encodeQR } from 'qr'

/** A QR code as an SVG path of dark modules, in a square of `size` modules. */
export type QrPath = { size: number; path: string }

/** The width in modules of the light margin around a code, which cameras need (ISO/IEC 18004). */
const border = 4

export function qrPath(text: string): QrPath {
  const rows = withMostCorrection(text)
  const dots = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: dots.join('') }
}

/** Returns the smallest code for the text, with the strongest error correction that fits into this size. */
function withMostCorrection(text: string): boolean[][] {
  const smallest = encodeQR(text, 'raw', { ecc: 'low', border })
  for (const ecc of ['high', 'quartile', 'medium'] as const) {
    const code = encodeQR(text, 'raw', { ecc, border })
    if (code.length === smallest.length) return code
  }
  return smallest
}
