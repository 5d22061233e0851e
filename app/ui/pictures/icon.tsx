import type { ReactNode } from 'react'

import { type IconName, icons } from './icons.ts'

/** A decorative line icon. The text beside the icon, or the label of its control, gives the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} strokeDasharray={name === 'ring' ? '3 3.4' : undefined} />
    </svg>
  )
}

/** A text with its icon in front, for a line of facts */
export function IconText({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span>
      <Icon name={icon} />
      {children}
    </span>
  )
}
