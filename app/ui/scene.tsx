import prospect from './prospect.svg?no-inline'
import scenes from './scenes.svg?no-inline'

/** The drawn downs: a coast, two valleys meeting, the figure on its hill, the kilns, the rows. */
export type SceneName = 'figure' | 'rows' | 'combe' | 'cliff' | 'oast'

/** Times of day and year. */
export const moods = ['day', 'straw', 'dusk', 'mist'] as const
export type Mood = (typeof moods)[number]

/** A drawn landscape. It decorates: what it stands for is said in words beside it. */
export function Scene({ name, mood = 'day' }: { name: SceneName; mood?: Mood }) {
  return <Drawing href={`${scenes}#${name}`} className={mood === 'day' ? 'scene' : `scene ${mood}`} />
}

/** The hill that closes the top of a list page. */
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

/** The shapes lie in one cached file and take their colours from this element's variables. */
function Drawing({ href, className }: { href: string; className: string }) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={href} />
    </svg>
  )
}
