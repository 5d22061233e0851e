import { href } from 'react-router'

import { formatCount } from '../../platform/counts.ts'

type Waiting =
  | 'late_bookings'
  | 'claims'
  | 'contact_messages'
  | 'failed_mails'
  | 'unverified_vineyards'
  | 'invited_winemakers'
  | 'erasure_requests'

/** Each in one and in many, and where somebody sees to it. What concerns guests stands first. */
const kinds: Record<Waiting, { one: string; many: string; to: () => string }> = {
  late_bookings: {
    one: '1 booking has waited for its vineyard for more than a day',
    many: 'bookings have waited for their vineyard for more than a day',
    to: () => `${href('/admin/bookings')}?status=pending&sort=created_at`,
  },
  erasure_requests: {
    one: '1 guest asked to be forgotten',
    many: 'guests asked to be forgotten',
    to: () => href('/admin/customers'),
  },
  failed_mails: {
    one: '1 mail could not be delivered',
    many: 'mails could not be delivered',
    to: () => `${href('/admin/mail')}?state=dead`,
  },
  contact_messages: {
    one: '1 message is not answered',
    many: 'messages are not answered',
    to: () => href('/admin/messages'),
  },
  claims: {
    one: '1 claim is to be decided on',
    many: 'claims are to be decided on',
    to: () => `${href('/admin/claims')}?state=new`,
  },
  unverified_vineyards: {
    one: '1 vineyard is not verified',
    many: 'vineyards are not verified',
    to: () => `${href('/admin/vineyards')}?is_visible=true&is_verified=false`,
  },
  invited_winemakers: {
    one: '1 winemaker has not accepted the invitation',
    many: 'winemakers have not accepted their invitations',
    to: () => `${href('/admin/winemakers')}?state=invited`,
  },
}

/** What waits, as sentences with their way there; what is zero does not wait. */
export function waitingIn(waiting: Record<Waiting, number>): { said: string; to: string }[] {
  return (Object.keys(kinds) as Waiting[])
    .filter((kind) => waiting[kind] > 0)
    .map((kind) => {
      const { one, many, to } = kinds[kind]
      const count = waiting[kind]
      return { said: count === 1 ? one : `${formatCount(count)} ${many}`, to: to() }
    })
}
