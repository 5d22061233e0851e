import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Tone = 'good' | 'wait' | 'bad' | 'info'

const tones: Record<Tone, { className: string; icon: IconName; role: 'alert' | undefined }> = {
  good: { className: 'notice', icon: 'tick', role: undefined },
  wait: { className: 'notice n-wait', icon: 'clock', role: undefined },
  bad: { className: 'notice n-bad', icon: 'alert', role: 'alert' },
  info: { className: 'notice n-info', icon: 'info', role: undefined },
}

/** Something said in the place it concerns. A bad one is an alert; any other may be given a role when it appears late. */
export function Notice({
  tone,
  icon,
  role,
  children,
}: {
  tone: Tone
  icon?: IconName
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  const look = tones[tone]
  return (
    <div className={look.className} role={role ?? look.role}>
      <Icon name={icon ?? look.icon} />
      <div>{children}</div>
    </div>
  )
}
