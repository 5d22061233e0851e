import type { QrPath } from './qr-path.ts'
import './qr-code.css'

/** A QR code, black on white in both colour schemes and on paper. */
export function QrCode({ code: { size, path }, label }: { code: QrPath; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
