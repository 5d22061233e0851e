import type { ReactNode } from 'react'

import { Icon } from '../pictures/icon.tsx'
import type { IconName } from '../pictures/icons.ts'

type Tone = 'good' | 'wait' | 'bad' | 'info'

const tones: Record<Tone, { className: string; icon: IconName; role: 'alert' | undefined }> = {
  good: { className: 'notice', icon: 'tick', role: undefined },
  wait: { className: 'notice n-wait', icon: 'clock', role: undefined },
  bad: { className: 'notice n-bad', icon: 'alert', role: 'alert' },
  info: { className: 'notice n-info', icon: 'info', role: undefined },
}

/** A message in the page. tone="bad" is an alert; other messages need a role if they appear after the page has loaded. */
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
  const style = tones[tone]
  return (
    <div className={style.className} role={role ?? style.role}>
      <Icon name={icon ?? style.icon} />
      <div>{children}</div>
    </div>
  )
}

/** Says why a form was refused. `useRefusalFocus` scrolls to this notice and focuses it. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div data-refusal tabIndex={-1}>
      <Notice tone="bad">{children}</Notice>
    </div>
  )
}

/** The message on staff pages without JavaScript, because all of these pages need it. */
export function StaffNeedsScript() {
  return (
    <noscript>
      <Notice tone="info">The staff area needs JavaScript, which is switched off in this browser.</Notice>
    </noscript>
  )
}
