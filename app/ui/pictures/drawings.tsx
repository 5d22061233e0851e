import prospect from './prospect.svg?no-inline'
import scenes from './scenes.svg?no-inline'

/** The outline of the bunch of grapes that the logo, placeholders, pins and empty states show. */
const outline =
  'M8.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM44.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM14.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM38.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 65.8a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM30.6 27.5c0-6 1.6-11.5 5.4-16.5l3.4 2.4c-3 4-4.6 8.6-4.8 14.1zM28 25C18 27 9 22.5 7 12.5c4.5.5 6.5 0 9.5-2.5 5 3.5 9.5 8 11.5 15z'

/** Defines the figure once per document, for `<use href="#figure">`. */
export function FigureSymbol() {
  return (
    <svg className="figure-symbol" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="figure" viewBox="4 6 56 68">
        <path d={outline} />
      </symbol>
    </svg>
  )
}

export function Figure() {
  return (
    <svg aria-hidden="true" focusable="false">
      <use href="#figure" />
    </svg>
  )
}

/** The round logo mark. */
export function LogoMark() {
  return (
    <span className="mark">
      <Figure />
    </span>
  )
}

/** The drawn landscapes. */
export type SceneName = 'figure' | 'rows' | 'combe' | 'cliff' | 'oast'

/** Colour variants of the landscapes. */
export const moods = ['day', 'straw', 'dusk', 'mist'] as const
export type Mood = (typeof moods)[number]

/** A decorative landscape. */
export function Scene({ name, mood = 'day' }: { name: SceneName; mood?: Mood }) {
  return <Drawing href={`${scenes}#${name}`} className={mood === 'day' ? 'scene' : `scene ${mood}`} />
}

/** The hill at the top of list pages. */
export function Hill({ className }: { className: string }) {
  return <Drawing href={`${scenes}#hill`} className={`scene ${className}`} />
}

/** The large pictures of the home page. */
export function Prospect({
  name,
  className,
}: {
  name: 'hero' | 'place' | 'glass' | 'date' | 'contours'
  className: string
}) {
  return <Drawing href={`${prospect}#${name}`} className={className} />
}

/** A drawing whose shapes are in one cached file and inherit CSS variables from this element. */
function Drawing({ href, className }: { href: string; className: string }) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={href} />
    </svg>
  )
}
