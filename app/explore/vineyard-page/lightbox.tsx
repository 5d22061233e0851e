import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { pictureOf } from '../../platform/media/picture.ts'
import { IconButton } from '../../ui/pictures/icon-button.tsx'
import { SizedPicture } from '../../ui/pictures/picture-frame.tsx'
import './lightbox.css'

/** A picture of a gallery. Its text is never empty, because a link needs a name. */
export type GalleryPicture = { address: string; alt: string }

export type LightboxProps = {
  pictures: GalleryPicture[]
  /** The index of the picture shown first. */
  start: number
  /** The subject of the pictures, for their label. */
  of: string
  /** Called when the dialog has closed. */
  onClose: () => void
}

/** Pictures side by side in a dialog that fills the screen. Swiping scrolls them; buttons and arrow keys jump. */
export function Lightbox({ pictures, start, of, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(start)
  const last = pictures.length - 1

  const scrollTo = (n: number) => {
    const { current: list } = track
    list?.scrollTo({ left: n * list.clientWidth, behavior: 'instant' })
  }
  const show = (n: number) => {
    const next = Math.min(last, Math.max(0, n))
    setCurrent(next)
    scrollTo(next)
  }
  useEffect(() => {
    dialog.current?.showModal()
    scrollTo(start)
  }, [start])
  // If the dialog is unmounted while open, closing it first returns the focus to the link that opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  const moves: Record<string, number> = {
    ArrowLeft: current - 1,
    ArrowRight: current + 1,
    Home: 0,
    End: last,
  }
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(to)
  }
  return (
    <dialog
      ref={dialog}
      className="lightbox on-deep"
      aria-label={`Pictures of ${of}`}
      onClose={onClose}
      onKeyDown={move}
      // Closes the lightbox on a press beside the picture.
      onClick={({ target }) => target instanceof HTMLLIElement && dialog.current?.close()}
    >
      <div className="lightbox-head">
        <p role="status">
          <span className="num">
            {current + 1} of {pictures.length}
          </span>
          <span className="sr">: {pictures[current]?.alt}</span>
        </p>
        <IconButton
          icon="cross"
          label="Close"
          className="lightbox-button"
          onClick={() => dialog.current?.close()}
        />
      </div>
      <ul
        ref={track}
        className="lightbox-track plain"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Pictures"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          clientWidth > 0 && setCurrent(Math.round(scrollLeft / clientWidth))
        }
      >
        {pictures.map(({ address, alt }, n) => {
          const picture = pictureOf(address)
          return (
            <li key={address} aria-hidden={n !== current}>
              {picture && Math.abs(n - current) < 2 && (
                <SizedPicture picture={picture} alt={alt} sizes="100vw" eager={n === current} />
              )}
            </li>
          )
        })}
      </ul>
      <div className="lightbox-foot">
        <IconButton
          icon="back"
          label="Previous picture"
          className="lightbox-button"
          aria-disabled={current === 0}
          onClick={() => show(current - 1)}
        />
        <p>{pictures[current]?.alt}</p>
        <IconButton
          icon="next"
          label="Next picture"
          className="lightbox-button"
          aria-disabled={current === last}
          onClick={() => show(current + 1)}
        />
      </div>
    </dialog>
  )
}
