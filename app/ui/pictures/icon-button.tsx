import type { ComponentProps } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type IconButtonProps = { icon: IconName; label: string } & ComponentProps<'button'>

/** A button that shows only an icon. `label` is its name for screen readers. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  )
}
