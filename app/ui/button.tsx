import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/**
 * primary: the one thing to do next, once per group. line: everything else. text: a small way out. danger: takes something
 * away. chalk: leads on deep green.
 */
type ButtonVariant = 'primary' | 'line' | 'text' | 'danger' | 'chalk'

type Dress = { variant?: ButtonVariant; small?: boolean; wide?: boolean; icon?: IconName; className?: string }

function dress({ variant = 'line', small, wide, className }: Dress): string {
  return ['btn', `btn-${variant}`, small && 'btn-sm', wide && 'btn-wide', className].filter(Boolean).join(' ')
}

function Inside({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
}

/** A button; a submit button unless its type says otherwise. One that was pressed by keyboard has the focus again after it was busy. */
export function Button({
  variant,
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: Dress & Omit<ComponentProps<'button'>, 'ref'>) {
  const button = useFocusKept(rest.disabled ?? false)
  return (
    <button {...rest} ref={button} className={dress({ variant, small, wide, className })}>
      <Inside icon={icon}>{children}</Inside>
    </button>
  )
}

/** A link inside the site that looks like a button. */
export function ButtonLink({
  variant,
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: Dress & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={dress({ variant, small, wide, className })}>
      <Inside icon={icon}>{children}</Inside>
    </Link>
  )
}

/** A link out of the site, or to a file or a mail address, that looks like a button. */
export function ButtonAnchor({
  variant,
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: Dress & ComponentProps<'a'>) {
  return (
    <a {...rest} className={dress({ variant, small, wide, className })}>
      <Inside icon={icon}>{children}</Inside>
    </a>
  )
}

/** A browser takes the focus away from what is disabled; where nothing else took it, it comes back. */
function useFocusKept(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    if (disabled) had.current = document.activeElement === button.current
    else if (had.current) {
      had.current = false
      if (document.activeElement === document.body) button.current?.focus()
    }
  }, [disabled])
  return button
}
