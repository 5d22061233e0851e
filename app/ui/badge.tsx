import type { ReactNode } from 'react'

import { Icon } from './pictures/icon.tsx'
import type { IconName } from './pictures/icons.ts'

/** A small label. yes: solid line; no: dashed line; note: a caution. */
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

/** wait: needs an action; off: over, so struck through; none: not begun. */
export type StatusTone = 'wait' | 'good' | 'done' | 'off' | 'none'

/** A status with colour, icon and label. */
export function StatusPill({ tone, icon, label }: { tone: StatusTone; icon: IconName; label: string }) {
  return (
    <span className={`status st-${tone}`}>
      <Icon name={icon} />
      <span>{label}</span>
    </span>
  )
}
