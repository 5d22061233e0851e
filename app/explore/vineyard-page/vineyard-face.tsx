import type { ReactNode } from 'react'
import { isOurPicture, pictureOf } from '../../platform/media/picture.ts'
import { countOf } from '../../platform/text/counts.ts'
import { Figure, Hill } from '../../ui/pictures/drawings.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { IconText } from '../../ui/pictures/icon-text.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { locationOf, type Poster, type Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import type { Rating } from '../../bookings/reviews/rating.ts'
import { RatingLine } from '../search/components/card-facts.tsx'
import { DemoRibbon, VineyardBadge } from '../../catalogue/vineyards/components/vineyard-badge.tsx'
import type { ShownHost } from '../../catalogue/hosts/host.server.ts'
import { galleryOf, type ShownPicture, Tiles, useLightbox } from './gallery.tsx'
import '../search/components/explore.css'

/** The layout of a vineyard's page: cover, title, description, pictures, experiences (`children`) and contact card. */
export function VineyardFace({
  vineyard,
  rating = null,
  pictures,
  opening,
  book,
  contact,
  children,
}: {
  vineyard: Vineyard & Partial<Poster>
  /** The average of the reviews, or null if there are fewer than three reviews. */
  rating?: Rating | null
  pictures: ShownPicture[]
  /** The part that is shown above the description. */
  opening?: ReactNode
  /** The part that is shown beside the vineyard's name. */
  book?: ReactNode
  contact: ReactNode
  children: ReactNode
}) {
  const { name, cover_image_url, logo_url } = vineyard
  const altOf = (address: string | null) => pictures.find((known) => known.address === address)?.alt ?? ''
  const cover = cover_image_url ?? vineyard.poster_url ?? null
  const coverPicture = pictureOf(cover)
  const covers = isOurPicture(cover_image_url)
    ? [{ address: cover_image_url, alt: altOf(cover_image_url) }]
    : []
  const more = pictures.filter(({ shown_as, experience_id }) => shown_as === 'more' && experience_id === null)
  const gallery = galleryOf([...covers, ...more], name)
  const { opens, lightbox } = useLightbox(gallery, name)
  const hasLightbox = gallery.length > 1
  // The cover is at the top of the page, so only the lightbox shows it among the other pictures.
  const tiles = gallery.slice(covers.length)
  const location = locationOf(vineyard)
  const about = vineyard.description?.trim() || 'No description available for this vineyard.'
  const openGallery = hasLightbox && (
    <a className="cover-open" href="#pictures" {...opens(0)}>
      <Icon name="grid" />
      {countOf(gallery.length, 'picture')}
    </a>
  )
  return (
    <>
      {coverPicture ? (
        <PictureFrame
          className="cover"
          picture={coverPicture}
          alt={altOf(cover)}
          sizes="(min-width: 82rem) 76rem, 100vw"
          eager
        >
          {openGallery}
        </PictureFrame>
      ) : (
        <div className="cover bare-cover">
          <Hill className="bare-hill" />
          <Figure />
          {openGallery}
        </div>
      )}
      <div className="wrap">
        <div className="title-block">
          {isOurPicture(logo_url) && (
            <div className="logo">
              {/* Loads after the cover, which is the largest part of the first screen. */}
              <img src={logo_url} width={88} height={88} alt={`Logo of ${name}`} loading="lazy" />
            </div>
          )}
          <div className="row">
            <h1>{name}</h1>
            <VineyardBadge vineyard={vineyard} />
            <DemoRibbon vineyard={vineyard} />
          </div>
          {(location || rating) && (
            <p className="meta meta-lg">
              {location && <IconText icon="pin">{location}</IconText>}
              {rating && (
                <a href="#reviews">
                  <RatingLine rating={rating} />
                </a>
              )}
            </p>
          )}
          {book}
        </div>
        <div className="two vineyard-parts">
          <div>
            {opening}
            <section className="measure" aria-labelledby="about">
              <h2 id="about" className="sr">
                About
              </h2>
              {/* Blank lines separate the paragraphs. */}
              {about.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
            {tiles.length > 0 && (
              <section aria-labelledby="pictures">
                <h2 id="pictures" className="sr">
                  Pictures
                </h2>
                <Tiles pictures={tiles} opens={hasLightbox ? (n) => opens(covers.length + n) : undefined} />
              </section>
            )}
            <section className="experiences" aria-labelledby="experiences">
              <h2 id="experiences">Experiences &amp; Tours</h2>
              {children}
            </section>
          </div>
          {contact}
        </div>
      </div>
      {lightbox}
    </>
  )
}

/** The people whom a vineyard shows to its visitors. */
export function Faces({ hosts }: { hosts: ShownHost[] }) {
  if (hosts.length === 0) return null
  return (
    <section className="faces" aria-labelledby="faces">
      <h2 id="faces">Who you will meet</h2>
      <ul className="plain">
        {hosts.map(({ id, name, introduction, picture }) => (
          <li key={id}>
            {picture && (
              <PictureFrame className="face" picture={pictureOf(picture)} alt={name} sizes="5rem" />
            )}
            <div>
              <h3>{name}</h3>
              {introduction && <p>{introduction}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
