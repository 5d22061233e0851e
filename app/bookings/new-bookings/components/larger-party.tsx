import { MailLink } from '../../../ui/mail-link.tsx'
import { phoneLink } from '../../../platform/text/phone-link.ts'
import type { BookableVineyard } from '../booking-form.server.ts'

export type LargePartyContact = Pick<BookableVineyard, 'name' | 'phone' | 'email'>

/** Shows the vineyard's contact details to a party that is too large to book online. */
export default function LargerParty({ vineyard: { name, phone, email } }: { vineyard: LargePartyContact }) {
  if (!phone && !email) return null
  return (
    <>
      {' '}
      For a larger party, ask {name}: {phone && <a href={phoneLink(phone)}>{phone}</a>}
      {phone && email && ' or '}
      {email && <MailLink to={email} />}.
    </>
  )
}
