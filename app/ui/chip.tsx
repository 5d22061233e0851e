import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'

/** One active filter; the whole chip is the link that removes it. `removes` says so: "Remove filter: Kent". */
export function Chip({ children, removes, ...rest }: ComponentProps<typeof Link> & { removes: string }) {
  return (
    <Link {...rest} className="chip" aria-label={removes}>
      {children}
      <span className="x">
        <Icon name="cross" />
      </span>
    </Link>
  )
}

/** How many there are, in a small round; `says` is read before the number. */
export function Count({ says, children }: { says?: string; children: number }) {
  return (
    <span className="count">
      {says && <span className="sr">{says} </span>}
      {children}
    </span>
  )
}
