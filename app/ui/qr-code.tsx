import type { QrPath } from './qr-path.ts'

/** A QR code, dark on light in both colour schemes. */
export function QrCode({ code: { size, path }, label }: { code: QrPath; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
