import { encode } from 'uqr'

/** A QR code as an SVG path, in a square of `size` modules. */
export type QrPath = { size: number; path: string }

export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: 0 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dots.join('') }
}
