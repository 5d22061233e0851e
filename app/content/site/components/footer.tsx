import { href, Link } from 'react-router'

import { MailLink } from '../../../ui/mail-link.tsx'
import { phoneLink } from '../../../platform/text/phone-link.ts'
import { businessHours, type SiteContact } from '../site-contact.ts'
import { SiteBrand } from '../../../ui/page/site-brand.tsx'

export type SiteDetails = {
  contact: SiteContact
  /** The URLs of the site's social networks, by name. */
  social: Record<string, string>
}

/** The quick links of the footer. */
const quickLinks = [
  { label: 'Vineyards', to: href('/explore') },
  { label: 'Itineraries', to: href('/itineraries') },
  { label: 'Blog', to: href('/blog') },
  { label: 'My bookings', to: href('/my-bookings') },
  { label: 'Favourites', to: href('/favourites') },
]

const smallPrint = [
  { label: 'Privacy', to: href('/privacy') },
  { label: 'Terms', to: href('/terms') },
  { label: 'Data and sources', to: href('/sources') },
  { label: 'For vineyards', to: href('/for-vineyards') },
  { label: 'Guide', to: href('/guide') },
  { label: 'Winemaker sign-in', to: href('/winemaker/login') },
]

export default function Footer({ contact: { company, email, phone, address }, social }: SiteDetails) {
  const networks = Object.entries(social)
  return (
    <footer className="foot on-deep">
      <div className="wrap">
        <div className="grid">
          <div>
            <p>
              <SiteBrand />
            </p>
            <p className="soft small">
              Vineyards of the United Kingdom, and the people who walk you round them. Find one, pick a day,
              turn up thirsty.
            </p>
          </div>
          <nav aria-label="Quick links">
            <h2>Quick links</h2>
            <Links links={quickLinks} />
          </nav>
          <div>
            <h2>Contact</h2>
            <ul className="plain">
              {email && (
                <li>
                  <MailLink to={email} />
                </li>
              )}
              {phone && (
                <li>
                  <a href={phoneLink(phone)}>{phone}</a>
                </li>
              )}
              {[company, address, ...businessHours.map(({ days, hours }) => `${days} ${hours}`)].map(
                (line) =>
                  line && (
                    <li className="soft small" key={line}>
                      {line}
                    </li>
                  ),
              )}
            </ul>
          </div>
          {networks.length > 0 && (
            <nav aria-label="Social">
              <h2>Follow</h2>
              <ul className="plain">
                {networks.map(([network, address]) => (
                  <li key={network}>
                    <a href={address}>{network}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <div className="foot-end between">
          <p>Please drink responsibly, and let somebody else drive.</p>
          <nav aria-label="About this site">
            <Links links={smallPrint} className="plain row" />
          </nav>
        </div>
      </div>
    </footer>
  )
}

function Links({ links, className = 'plain' }: { links: typeof smallPrint; className?: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}
