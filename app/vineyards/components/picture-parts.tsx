import { type ReactNode, useState } from 'react'

import { pictureOf } from '../../media/picture.ts'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { PictureGallery } from './picture-gallery.tsx'
import { PictureSender } from './picture-upload.tsx'
import { type CaptionedPicture, PictureCaption, TakenAway } from './picture-caption.tsx'
import type { Vineyard } from '../vineyard.ts'
import './vineyards.css'

type VineyardPictures = Pick<Vineyard, 'id' | 'name' | 'cover_image_url' | 'logo_url'>

/** A vineyard's pictures: each is sent, named and taken away by itself, and counts at once. */
export function PictureParts({
  area,
  vineyard,
  pictures,
}: {
  area: StaffArea
  vineyard: VineyardPictures
  pictures: CaptionedPicture[]
}) {
  const more = pictures.filter((one) => one.shown_as === 'more' && one.experience_id === null)
  const at = (address: string | null) => pictures.find((picture) => picture.address === address)
  const sender = { area, vineyard_id: vineyard.id }
  return (
    <section className="picture-parts" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      <p className="soft small">These count at once; there is nothing to save.</p>
      <div className="picture-pair">
        <Part
          title="Cover"
          address={vineyard.cover_image_url}
          kept={at(vineyard.cover_image_url)}
          area={area}
        >
          <PictureSender
            {...sender}
            shown_as="cover"
            label={vineyard.cover_image_url ? 'Send another cover' : 'Send a cover'}
            done="The new cover is there for everybody."
          />
        </Part>
        <Part title="Logo" address={vineyard.logo_url} kept={at(vineyard.logo_url)} area={area}>
          <PictureSender
            {...sender}
            shown_as="logo"
            label={vineyard.logo_url ? 'Send another logo' : 'Send a logo'}
            done="The new logo is there for everybody."
          />
        </Part>
      </div>
      <h3>More pictures</h3>
      <PictureGallery area={area} vineyard_id={vineyard.id} pictures={more} />
    </section>
  )
}

function Part({
  title,
  address,
  kept,
  area,
  children,
}: {
  title: string
  address: string | null
  kept: CaptionedPicture | undefined
  area: StaffArea
  children: ReactNode
}) {
  const [taken, setTaken] = useState<string | null>(null)
  return (
    <div>
      <h3>{title}</h3>
      <PictureFrame
        className={title === 'Logo' ? 'picture picture-logo' : 'picture'}
        picture={pictureOf(address)}
        alt={kept?.alt ?? ''}
        sizes="(min-width: 62rem) 20rem, 100vw"
      />
      {kept && <PictureCaption key={kept.id} area={area} picture={kept} onTaken={() => setTaken(kept.id)} />}
      {!kept && taken !== null && <TakenAway area={area} id={taken} onBack={() => setTaken(null)} />}
      {children}
    </div>
  )
}
