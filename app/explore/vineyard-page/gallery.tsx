import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'

import { largestFile, mostInGallery, pictureOf } from '../../platform/media/picture.ts'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { useOverPage } from '../../ui/sheet.ts'
import type { VineyardPicture } from '../../catalogue/pictures/vineyard-picture.server.ts'
import type { LightboxProps, GalleryPicture } from './lightbox.tsx'

export type ShownPicture = Pick<VineyardPicture, 'shown_as' | 'address' | 'alt' | 'experience_id'>

/** Returns the first eight of these pictures. A picture without a text of its own gets 'A picture of …'. */
export function galleryOf(pictures: Pick<ShownPicture, 'address' | 'alt'>[], of: string): GalleryPicture[] {
  return pictures
    .slice(0, mostInGallery)
    .map(({ address, alt }) => ({ address, alt: alt || `A picture of ${of}` }))
}

type LinkProps = { onClick: (event: MouseEvent<HTMLAnchorElement>) => void; onPointerEnter: () => void }

const load = () => import('./lightbox.tsx')

/**
 * Returns the link properties that open a picture in the lightbox, and the lightbox, which Back closes. The lightbox's code
 * loads when the pointer first enters or presses a link. If the code cannot be loaded, a link leads to its `href`.
 */
export function useLightbox(
  pictures: GalleryPicture[],
  of: string,
): { opens: (at: number) => LinkProps; lightbox: ReactNode } {
  const [opened, setOpened] = useState<{ Lightbox: ComponentType<LightboxProps>; at: number } | null>(null)
  const over = useOverPage(() => {})
  const opens = (at: number): LinkProps => ({
    onPointerEnter: () => void load().catch(() => {}),
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const { href } = event.currentTarget
      void load().then(
        ({ Lightbox }) => {
          setOpened({ Lightbox, at })
          over.open()
        },
        () => location.assign(href),
      )
    },
  })
  const lightbox = opened && over.isOpen && (
    <opened.Lightbox pictures={pictures} start={opened.at} of={of} onClose={() => over.close(true)} />
  )
  return { opens, lightbox }
}

/** Shows several pictures as tiles, each of which links to its large picture. Shows nothing for a single picture. */
export function Gallery({ pictures, of }: { pictures: ShownPicture[]; of: string }) {
  const shown = galleryOf(pictures, of)
  const { opens, lightbox } = useLightbox(shown, of)
  if (shown.length < 2) return null
  return (
    <>
      <Tiles pictures={shown} opens={opens} />
      {lightbox}
    </>
  )
}

/** Tiles of fixed sizes, so that nothing moves while the pictures load. */
export function Tiles({
  pictures,
  opens,
}: {
  pictures: GalleryPicture[]
  opens: ((at: number) => LinkProps) | undefined
}) {
  return (
    <ul className="more-pictures">
      {pictures.map(({ address, alt }, n) => (
        <li key={address}>
          <a href={largestFile(address)} {...opens?.(n)}>
            <PictureFrame
              picture={pictureOf(address)}
              alt={alt}
              sizes="(min-width: 62rem) 24rem, (min-width: 40rem) 50vw, 100vw"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
