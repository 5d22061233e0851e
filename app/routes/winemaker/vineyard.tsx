import { href, Link } from 'react-router'
import { pictureOf } from '../../platform/media/picture.ts'
import { load, vineyardAt } from '../../staff-client/load.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import { socialLinks } from '../../catalogue/vineyards/contact-links.ts'
import {
  postalAddressOf,
  locationOf,
  verification,
  type Vineyard,
} from '../../catalogue/vineyards/vineyard.ts'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/vineyard.ts'
import { hasPosition } from '../../catalogue/vineyards/position.ts'
import '../../catalogue/vineyards/components/vineyards.css'

export const meta: Route.MetaFunction = () => unlistedHead('Vineyard')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = await vineyardAt(request)
  return load(request, vineyardsAt('winemaker')[':id'].$get({ param: { id } }))
}

/** Shows a summary of the vineyard, and the details that its page still lacks. */
export default function ShowVineyard({ loaderData: vineyard }: Route.ComponentProps) {
  const missing = missingFrom(vineyard)
  const links = socialLinks(vineyard)
  const edit = href('/winemaker/vineyard/edit')
  return (
    <div className="vineyard-show">
      <StaffHead title={vineyard.name} below={locationOf(vineyard) || 'No location yet'}>
        {vineyard.is_visible && (
          <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>View as a visitor</ButtonLink>
        )}
        <ButtonLink to={href('/winemaker/vineyard/facts')}>Facts for visitors</ButtonLink>
        <ButtonLink variant="primary" to={edit}>
          Edit
        </ButtonLink>
      </StaffHead>
      {missing.length > 0 && (
        <Notice tone="info">
          <p>Visitors would like to find: {missing.join(', ')}.</p>
          <Link to={edit}>Add these details</Link>
        </Notice>
      )}
      {vineyard.facts.length === 0 && (
        <Notice tone="info">
          <p>
            Visitors ask about access, dogs, children, food and shelter. Answer once, for every experience.
          </p>
          <Link to={href('/winemaker/vineyard/facts')}>Answer the questions</Link>
        </Notice>
      )}
      <PictureFrame
        className="picture vineyard-cover"
        picture={pictureOf(vineyard.cover_image_url ?? vineyard.poster_url)}
        sizes="(min-width: 62rem) 60rem, 100vw"
      />
      {!vineyard.cover_image_url && vineyard.poster_url && (
        <p className="soft small">An illustration, shown until you add a picture.</p>
      )}
      <div className="vineyard-halves">
        <section aria-labelledby="about">
          <h2 id="about">About</h2>
          {(vineyard.description?.trim() || 'No description available for this vineyard.')
            .split(/\n\s*\n/)
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </section>
        <section aria-labelledby="facts">
          <h2 id="facts">Facts</h2>
          <Facts
            variant="sumlist"
            items={[
              { term: 'Badge', value: verification(vineyard) },
              { term: 'Address', value: postalAddressOf(vineyard) ?? 'None yet' },
              { term: 'Phone', value: vineyard.phone ?? 'None yet' },
              { term: 'Email', value: vineyard.email ?? 'None yet' },
              { term: 'Website', value: vineyard.website ?? 'None yet' },
              { term: 'Also on', value: links.map(({ label }) => label).join(', ') || 'None yet' },
            ]}
          />
        </section>
      </div>
    </div>
  )
}

/** Returns what the vineyard's page lacks, as phrases that follow 'find:'. */
function missingFrom(vineyard: Omit<Vineyard, 'is_demo'>): string[] {
  const expected: [value: unknown, phrase: string][] = [
    [vineyard.cover_image_url, 'a cover picture'],
    [vineyard.description?.trim(), 'a few words about the place'],
    [postalAddressOf(vineyard), 'an address'],
    [hasPosition(vineyard), 'its position on the map'],
    [vineyard.phone || vineyard.email, 'a phone number or an email address'],
  ]
  return expected.flatMap(([value, phrase]) => (value ? [] : [phrase]))
}
