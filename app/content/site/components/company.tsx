import { MailLink } from '../../../ui/mail-link.tsx'
import type { SiteContact } from '../site-contact.ts'

/**
 * Shows the name, address and email of the company that runs the site, within a sentence of the terms or the privacy page.
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
