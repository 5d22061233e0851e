import { MailLink } from '../../../ui/mail-link.tsx'
import type { SiteContact } from '../site-contact.ts'

/** The company that runs the site, with its address and email, as a sentence for terms and privacy pages. */
export function Company({ contact: { company, address, email } }: { contact: SiteContact }) {
  return (
    <>
      {[company, address].filter(Boolean).join(', ')}
      {email && (
        <>
          {' '}
          (<MailLink to={email} />)
        </>
      )}
    </>
  )
}
