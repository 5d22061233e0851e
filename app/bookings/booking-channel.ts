/** How a booking was made: by the guest here or in the widget, by staff, as a walk-in, with an API key, or by an import. */
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

/** Returns whether staff see the channel beside a booking. The two usual channels, this site and staff, are not shown. */
export const showsChannel = (channel: BookingChannel) => channel !== 'public' && channel !== 'staff'

/** Returns the name of a booking's seller, such as 'Downland Tours', or the name of its channel if it has no seller. */
export function bookedThrough({
  channel,
  seller,
}: {
  channel: BookingChannel
  seller: string | null
}): string {
  return seller ?? channelLabels[channel]
}

/** The fields that show staff how a guest is contacted. `has_email` is true if we email the guest about changes. */
export type GuestContact = {
  guest_phone: string | null
  emails_guest: boolean
  has_email: boolean
  channel: BookingChannel
  is_erased?: boolean
}

/** Returns whether the reseller emails the guest, so that we do not. We do email imported guests about changes. */
export const isWrittenToBySeller = ({
  emails_guest,
  channel,
}: Pick<GuestContact, 'emails_guest' | 'channel'>) => !emails_guest && channel !== 'import'

/** Returns the sentence that staff read instead of 'We email the guest.' */
export function noEmailSentence(guest: Omit<GuestContact, 'has_email'>): string {
  const { guest_phone: phone } = guest
  if (guest.is_erased) return 'The guest was erased, so nobody can be told.'
  if (isWrittenToBySeller(guest))
    return 'We don’t email this guest. The seller’s program sees the change; if it is short notice, please tell the seller too.'
  return phone === null
    ? 'This guest gave no email address and no phone number, so we can’t let them know.'
    : `This guest gave no email address: please call ${phone}.`
}
