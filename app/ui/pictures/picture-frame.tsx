import type { ReactNode } from 'react'

import type { Picture } from '../../platform/media/picture.ts'
import { type Mood, Scene, type SceneName } from './drawings.tsx'

/**
 * A picture in its frame, or a drawn placeholder. `eager` is for the first visible picture. Decorative pictures need an empty
 * `alt`.
 */
export function PictureFrame({
  picture,
  alt = '',
  sizes,
  eager = false,
  scene = 'figure',
  mood,
  className,
  children,
}: {
  picture: Picture | null
  alt?: string
  sizes?: string
  eager?: boolean
  scene?: SceneName
  mood?: Mood
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={className ?? 'picture'}>
      {picture ? <SizedPicture {...{ picture, alt, sizes, eager }} /> : <Scene name={scene} mood={mood} />}
      {picture?.is_illustration && <span className="illustration">Illustration</span>}
      {children}
    </div>
  )
}

/** A picture without a frame, in the best format and size for the screen. */
export function SizedPicture({
  picture,
  alt,
  sizes,
  eager,
}: {
  picture: Picture
  alt: string
  sizes: string | undefined
  eager: boolean
}) {
  const { src, width, height, avif, webp } = picture
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        {...(eager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}
