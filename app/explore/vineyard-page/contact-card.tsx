import type { ReactNode } from 'react'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { IconName } from '../../ui/pictures/icons.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import GettingHereList from '../../catalogue/stations/components/getting-here.tsx'
import type { GettingHere } from '../../catalogue/stations/station.ts'
import { phoneLink } from '../../platform/text/phone-link.ts'
import { directionsTo, socialLinks, websiteName } from '../../catalogue/vineyards/contact-links.ts'
import { postalAddressOf, locationOf, type Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { FavouriteButton } from '../favourites/components/favourite-button.tsx'
import { LocatorMap } from '../locator/locator-map.tsx'
import type { Locator } from '../locator/locator.ts'
import type { Backdrop } from '../map/map-backdrop.tsx'

/** The map, address, contact and social links that are known */
export default function ContactCard({
  vineyard,
  locator,
  backdrop,
  ways,
}: {
  vineyard: Vineyard
  locator: Locator | null
  backdrop: Backdrop | null
  /** How visitors come without a car, if a station is near. */
  ways: GettingHere | null
}) {
  const { name, phone, email, website } = vineyard
  const directions = directionsTo(vineyard)
  const where = postalAddressOf(vineyard) ?? locationOf(vineyard)
  const social = socialLinks(vineyard)
  return (
    <aside className="panel sticky contact-card" aria-labelledby="finding">
      <h2 id="finding">Finding {name}</h2>
      {locator && <LocatorMap locator={locator} name={name} backdrop={backdrop} />}
      <ul className="contact plain">
        {where && <ContactLine icon="pin">{where}</ContactLine>}
        {phone && (
          <ContactLine icon="phone">
            <a href={phoneLink(phone)}>{phone}</a>
          </ContactLine>
        )}
        {email && (
          <ContactLine icon="mail">
            <MailLink to={email} />
          </ContactLine>
        )}
        {website && (
          <ContactLine icon="globe">
            <a href={website} target="_blank" rel="noopener">
              {websiteName(website)}
            </a>
          </ContactLine>
        )}
      </ul>
      <div className="row spread">
        {directions && (
          <ButtonAnchor small icon="route" href={directions} target="_blank" rel="noopener">
            Get Directions
          </ButtonAnchor>
        )}
        <FavouriteButton id={vineyard.id} />
      </div>
      <GettingHereList ways={ways} taxis={vineyard.taxis} />
      {social.length > 0 && (
        <ul className="socials plain" aria-label={`${name} elsewhere`}>
          {social.map(({ label, url }) => (
            <li key={label}>
              <a href={url} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}

function ContactLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}
