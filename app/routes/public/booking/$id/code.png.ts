import sharp from 'sharp'

import { findBookingFacts } from '../../../../bookings/booking-emails.server.ts'
import { bookingSentences } from '../../../../bookings/booking-request.ts'
import { config, database } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { qrPath } from '../../../../ui/qr-path.ts'
import type { Route } from './+types/code.png.ts'

/** Modules of light margin around the code, which readers need (ISO/IEC 18004). */
const margin = 4
/** Pixels of a module. */
const scale = 14

/** A booking's code as a picture for emails, whose readers show no SVG. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const facts = isId(params.id)
    ? await findBookingFacts(context.get(database), { booking_id: params.id }, context.get(config))
    : undefined
  if (!facts) return new Response(bookingSentences.not_found, { status: 404 })
  const { size, path } = qrPath(facts.reference)
  const whole = size + 2 * margin
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole * scale}" height="${whole * scale}" ` +
    `viewBox="${-margin} ${-margin} ${whole} ${whole}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M${-margin} ${-margin}h${whole}v${whole}h${-whole}z"/><path d="${path}"/></svg>`
  const picture = await sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
  return new Response(new Uint8Array(picture), {
    // Webmail shows it on pages of its own.
    headers: { 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  })
}
