import { pictureOf } from '../../media/picture.ts'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import type { VineyardPicture } from '../../vineyards/vineyard-picture.ts'
import './more-pictures.css'

export type ShownPicture = Pick<VineyardPicture, 'shown_as' | 'address' | 'alt' | 'experience_id'>

/** What else there is to see of a place, each picture whole on a click. */
export function MorePictures({ pictures }: { pictures: ShownPicture[] }) {
  const more = pictures.filter((one) => one.shown_as === 'more' && one.experience_id === null)
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

/** Frames of one shape, so that nothing moves while they fill, and none is fetched before it is near. */
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
