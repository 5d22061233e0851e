import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** A text with its icon in front, for a line of facts */
export function IconText({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span>
      <Icon name={icon} />
      {children}
    </span>
  )
}
