import { encode } from 'uqr'

/** A QR code as an SVG path of dark modules, in a square of `size` modules. */
export type QrPath = { size: number; path: string }

/** Modules of light margin around a code, which cameras need (ISO/IEC 18004). */
const margin = 4

export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: margin, boostEcc: true })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dots.join('') }
}
