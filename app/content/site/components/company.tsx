import { MailLink } from '../../../ui/mail-link.tsx'
import type { SiteContact } from '../site-contact.ts'

/**
 * Names the company that runs the site, with its address and email, in a sentence for the terms and the privacy page.
 */
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
