import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** A small word on a thing. yes: a solid line; no: a broken one; note: something to know before trusting it. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: 'yes' | 'no' | 'note'
  icon: IconName
  children: ReactNode
}) {
  return (
    <span className={`badge badge-${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  )
}
