import { QrCode } from './qr-code.tsx'
import { qrPath } from './qr-path.ts'

/** A QR code of `text`, drawn in the browser. Load this file lazily where visitors seldom see a code. */
export default function TextQrCode({ text, label }: { text: string; label: string }) {
  return <QrCode code={qrPath(text)} label={label} />
}
