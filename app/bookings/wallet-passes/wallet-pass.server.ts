import sharp from 'sharp'

import { hasPosition } from '../../catalogue/vineyards/position.ts'
import { locationOf, postalAddressOf } from '../../catalogue/vineyards/vineyard.ts'
import { formatDay } from '../../platform/days.ts'
import type { PassSigner } from '../../platform/pass-signer.server.ts'
import { siteName } from '../../ui/page/head.ts'
import mark from '../../ui/pictures/mark.svg?raw'
import { guestCutoff, statusDetails } from '../booking.ts'
import type { BookingView } from '../booking.server.ts'
import { arrivalSentence, cancellationRule, zoneSentence } from '../booking-terms.ts'
import { formatSlotTimes } from '../../availability/slot.ts'
import { type PaidAndDue, paidSentence } from '../payments/paid-sentence.ts'
import { isCalledOff } from '../sessions/call-off.ts'

/** The size of each picture of a pass, in points. Each is drawn for screens with one, two and three pixels a point. */
const sizes = { icon: 29, logo: 50 }

/** Returns whether a ticket can be added to Apple Wallet. An expired certificate would sign useless passes. */
export function hasWalletPass(signer: PassSigner | null, booking: BookingView, now: Date): boolean {
  const isToCome = statusDetails[booking.status].isUpcoming && !isCalledOff(booking)
  return signer !== null && signer.valid_from <= now && now < signer.valid_until && isToCome
}

/** Returns a booking's ticket as a signed pass. On the phone, it replaces an earlier pass of the same reference. */
export async function makeWalletPass(signer: PassSigner, booking: BookingView, money: PaidAndDue, now: Date) {
  // The library is loaded only here, because few requests need it.
  const { PKPass } = await import('passkit-generator')
  const { experience, reference, start_time, end_time, starts_at, ends_at } = booking
  const { vineyard } = experience
  const address = postalAddressOf(vineyard) ?? locationOf(vineyard)
  const contact = [vineyard.phone, vineyard.email].filter(Boolean).join('\n')
  const pass = new PKPass(
    await drawPictures(),
    { wwdr: signer.issuer, signerCert: signer.certificate, signerKey: signer.key },
    {
      passTypeIdentifier: signer.pass_type,
      teamIdentifier: signer.team,
      organizationName: siteName,
      serialNumber: reference,
      description: `${experience.title} at ${vineyard.name}`,
      logoText: siteName,
      backgroundColor: 'rgb(250, 251, 246)',
      foregroundColor: 'rgb(30, 42, 31)',
      labelColor: 'rgb(74, 113, 73)',
    },
  )
  pass.type = 'eventTicket'
  pass.headerFields.push({ key: 'guests', label: 'Guests', value: booking.number_of_guests })
  pass.primaryFields.push({ key: 'experience', label: vineyard.name, value: experience.title })
  pass.secondaryFields.push({ key: 'day', label: 'Day', value: formatDay(booking.booking_date) })
  pass.auxiliaryFields.push(
    {
      key: 'time',
      label: 'UK time',
      value: start_time && end_time ? formatSlotTimes({ start_time, end_time }) : booking.booking_time,
    },
    { key: 'name', label: 'Name', value: booking.guest_name },
  )
  const rule = cancellationRule(
    guestCutoff(booking, experience.cancellation_cutoff_minutes),
    starts_at ?? undefined,
    now,
  )
  const back = {
    'Where to come': [vineyard.name, address].filter(Boolean).join('\n'),
    'When you come': `${arrivalSentence} ${paidSentence(money, booking.currency)} ${zoneSentence}`,
    'The vineyard': contact,
    'If your plans change': `${rule} The pass does not update by itself. If your booking changes, add the pass again from your booking’s page.`,
    Demonstration: vineyard.is_demo ? 'This is a demonstration estate: nobody is expecting you.' : '',
  }
  for (const [label, value] of Object.entries(back))
    if (value !== '') pass.backFields.push({ key: label, label, value })
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: reference, altText: reference })
  if (starts_at) pass.setRelevantDate(starts_at)
  if (ends_at) pass.setExpirationDate(ends_at)
  if (hasPosition(vineyard)) pass.setLocations({ latitude: vineyard.latitude, longitude: vineyard.longitude })
  return pass.getAsBuffer()
}

let pictures: Promise<Record<string, Buffer>> | undefined

/** Draws the site's mark in all sizes of a pass, once per process. Returns the pictures by file name. */
function drawPictures(): Promise<Record<string, Buffer>> {
  pictures ??= Promise.all(
    Object.entries(sizes).flatMap(([name, points]) =>
      [1, 2, 3].map(async (scale): Promise<[string, Buffer]> => {
        const size = points * scale
        const picture = sharp(Buffer.from(mark), { density: (72 * size) / 64 }).resize(size, size)
        return [`${name}${scale === 1 ? '' : `@${scale}x`}.png`, await picture.png().toBuffer()]
      }),
    ),
  ).then((drawn) => Object.fromEntries(drawn))
  return pictures
}
