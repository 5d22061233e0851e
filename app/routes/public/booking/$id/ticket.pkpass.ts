import { findBooking } from '../../../../bookings/booking.server.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { findDue } from '../../../../bookings/payments/payment.server.ts'
import { hasWalletPass, makeWalletPass } from '../../../../bookings/wallet-passes/wallet-pass.server.ts'
import { clock, config, database } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import type { Route } from './+types/ticket.pkpass.ts'

/** Serves the ticket of an upcoming booking as a pass for Apple Wallet, if the site can sign passes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ pass_signer }, now] = [context.get(config), context.get(clock)()]
  const booking =
    pass_signer && isId(params.id) ? await findBooking(context.get(database), params.id) : undefined
  if (!pass_signer || !booking || !hasWalletPass(pass_signer, booking, now))
    return new Response(bookingSentences.not_found, { status: 404 })
  const money = await findDue(context.get(database), params.id)
  const pass = await makeWalletPass(pass_signer, booking, money, now)
  return new Response(new Uint8Array(pass), {
    headers: {
      'Content-Type': 'application/vnd.apple.pkpass',
      'Content-Disposition': `attachment; filename="${booking.reference.toLowerCase()}.pkpass"`,
    },
  })
}
