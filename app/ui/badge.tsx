import type { ReactNode } from 'react'

import { Icon } from './pictures/icon.tsx'
import type { IconName } from './pictures/icons.ts'

/** A small label. The tone `yes` has a solid line, `no` a dashed line, and `note` is a caution. */
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

/** The tone of a status. `wait` needs an action, `off` (cancelled, refused or failed) is struck through, `none` has not begun. */
export type StatusTone = 'wait' | 'good' | 'done' | 'off' | 'none'

/** A status, shown with a colour, an icon and a label. */
export function StatusPill({ tone, icon, label }: { tone: StatusTone; icon: IconName; label: string }) {
  return (
    <span className={`status st-${tone}`}>
      <Icon name={icon} />
      <span>{label}</span>
    </span>
  )
}
