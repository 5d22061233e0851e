import sharp from 'sharp'

import { statusDetails } from '../../../../bookings/booking.ts'
import { findBookingFacts } from '../../../../bookings/emails/booking-emails.server.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { config, database } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { qrPath } from '../../../../ui/pictures/qr-path.ts'
import type { Route } from './+types/code.png.ts'

/** Pixels per module of the QR code. An email shows the picture smaller, so it is sharp on dense screens. */
const scale = 14

/** Serves the QR code of an upcoming booking as a PNG for emails, because email programs do not show SVG. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const facts = isId(params.id)
    ? await findBookingFacts(context.get(database), { booking_id: params.id }, context.get(config))
    : undefined
  if (!facts || !statusDetails[facts.status].isUpcoming)
    return new Response(bookingSentences.not_found, { status: 404 })
  const { size, path } = qrPath(facts.reference)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * scale}" height="${size * scale}" ` +
    `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  const picture = await sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
  return new Response(new Uint8Array(picture), {
    // Webmail shows the picture on pages of another site.
    headers: { 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  })
}
