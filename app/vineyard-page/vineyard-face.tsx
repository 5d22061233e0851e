import type { ReactNode } from 'react'
import { isOurPicture, pictureOf } from '../media/picture.ts'
import { Figure, Hill } from '../ui/drawings.tsx'
import { Icon } from '../ui/icon.tsx'
import { PictureFrame } from '../ui/picture-frame.tsx'
import { placeOf, type Poster, type Vineyard } from '../vineyards/vineyard.ts'
import { DemoRibbon, VineyardBadge } from '../vineyards/components/vineyard-badge.tsx'
import type { VineyardPicture } from '../vineyards/vineyard-picture.ts'
import '../search/components/explore.css'

/** The layout of a vineyard's page: cover, title, description, pictures, experiences (`children`) and contact card. */
export function VineyardFace({
  vineyard,
  pictures,
  invitation,
  facts,
  contact,
  children,
}: {
  vineyard: Vineyard & Partial<Poster>
  pictures: ShownPicture[]
  /** Shown below the name. */
  invitation?: ReactNode
  /** Shown below the description. */
  facts?: ReactNode
  contact: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <Cover address={vineyard.cover_image_url ?? vineyard.poster_url ?? null} pictures={pictures} />
      <div className="wrap">
        <TitleBlock vineyard={vineyard}>{invitation}</TitleBlock>
        <div className="two vineyard-parts">
          <div>
            <About description={vineyard.description} />
            {facts}
            <MorePictures pictures={pictures} />
            <section className="experiences" aria-labelledby="experiences">
              <h2 id="experiences">Experiences &amp; Tours</h2>
              {children}
            </section>
          </div>
          {contact}
        </div>
      </div>
    </>
  )
}

/** The cover picture or poster, else the hill figure. */
function Cover({ address, pictures }: { address: string | null; pictures: ShownPicture[] }) {
  const picture = pictureOf(address)
  const alt = pictures.find((known) => known.address === address)?.alt ?? ''
  if (picture)
    return (
      <PictureFrame
        className="cover"
        picture={picture}
        alt={alt}
        sizes="(min-width: 82rem) 76rem, 100vw"
        eager
      />
    )
  return (
    <div className="cover bare-cover">
      <Hill className="bare-hill" />
      <Figure />
    </div>
  )
}

function TitleBlock({ vineyard, children }: { vineyard: Vineyard; children: ReactNode }) {
  const { name, logo_url } = vineyard
  const place = placeOf(vineyard)
  return (
    <div className="title-block">
      {isOurPicture(logo_url) && (
        <div className="logo">
          <img src={logo_url} width={88} height={88} alt={`Logo of ${name}`} />
        </div>
      )}
      <div className="row">
        <h1>{name}</h1>
        <VineyardBadge vineyard={vineyard} />
        <DemoRibbon vineyard={vineyard} />
      </div>
      {place && (
        <p className="meta meta-lg">
          <span>
            <Icon name="pin" />
            {place}
          </span>
        </p>
      )}
      {children}
    </div>
  )
}

/** Blank lines separate paragraphs. */
function About({ description }: { description: string | null }) {
  const text = description?.trim() || 'No description available for this vineyard.'
  return (
    <section className="measure" aria-labelledby="about">
      <h2 id="about" className="sr">
        About
      </h2>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}

export type ShownPicture = Pick<VineyardPicture, 'shown_as' | 'address' | 'alt' | 'experience_id'>

/** The vineyard's other pictures. A click opens the full picture. */
function MorePictures({ pictures }: { pictures: ShownPicture[] }) {
  const more = pictures.filter(({ shown_as, experience_id }) => shown_as === 'more' && experience_id === null)
  if (more.length === 0) return null
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures" className="sr">
        Pictures
      </h2>
      <Gallery pictures={more} what="the place" />
    </section>
  )
}

/** Frames of one shape, so that nothing moves while the pictures load lazily. */
export function Gallery({ pictures, what }: { pictures: ShownPicture[]; what: string }) {
  if (pictures.length === 0) return null
  return (
    <ul className="more-pictures">
      {pictures.map(({ address, alt }) => (
        <li key={address}>
          <a href={address}>
            <PictureFrame
              picture={pictureOf(address)}
              alt={alt || `A picture of ${what}`}
              sizes="(min-width: 62rem) 14rem, (min-width: 40rem) 33vw, 50vw"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
