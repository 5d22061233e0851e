/**
 * How a booking came: from the guest on this site or in the widget, from staff for a guest who phoned or for a party at
 * the gate, from a reseller's program, or from a list of another system.
 */
export const bookingChannels = ['public', 'widget', 'staff', 'walk_in', 'reseller', 'import'] as const
export type BookingChannel = (typeof bookingChannels)[number]

export const channelLabels: Record<BookingChannel, string> = {
  public: 'This site',
  widget: 'Widget',
  staff: 'Staff',
  walk_in: 'Walk-in',
  reseller: 'Reseller',
  import: 'Imported',
}

/** Whether staff read the channel beside a booking: most come from this site or from staff. */
export const showsChannel = (channel: BookingChannel) => channel !== 'public' && channel !== 'staff'

/** Who sold a booking: 'Downland Tours', or the channel. */
export function sellerOf({ channel, seller }: { channel: BookingChannel; seller: string | null }): string {
  return seller ?? channelLabels[channel]
}

/** What tells staff whether a guest is emailed. `has_email`: whether we do so about changes. */
export type GuestContact = {
  guest_phone: string | null
  emails_guest: boolean
  has_email: boolean
  channel: BookingChannel
}

/** Whether the seller writes to a guest, and we do not. Imported guests read about changes from us. */
export const isWrittenToBySeller = ({
  emails_guest,
  channel,
}: Pick<GuestContact, 'emails_guest' | 'channel'>) => !emails_guest && channel !== 'import'

/** What staff read instead of 'We email the guest.' */
export function noEmailSentence(guest: Omit<GuestContact, 'has_email'>): string {
  const { guest_phone: phone } = guest
  if (isWrittenToBySeller(guest))
    return 'We don’t email this guest. The seller’s program sees the change; if it is short notice, please tell the seller too.'
  return phone === null
    ? 'This guest gave no email address and no phone number, so we can’t let them know.'
    : `This guest gave no email address: please call ${phone}.`
}
