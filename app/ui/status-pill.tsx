import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** wait is the loudest: it is the one that waits for somebody. off is over, so struck through; none has not begun. */
export type StatusTone = 'wait' | 'good' | 'done' | 'off' | 'none'

/** A state in colour, icon and word. */
export function StatusPill({ tone, icon, label }: { tone: StatusTone; icon: IconName; label: string }) {
  return (
    <span className={`status st-${tone}`}>
      <Icon name={icon} />
      <span>{label}</span>
    </span>
  )
}
