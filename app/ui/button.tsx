import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/**
 * primary: the main action, once per group; line: others; text: minor; danger: destructive; chalk: primary on deep
 * green.
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

/** A button; a submit button by default. Regains focus after it was disabled. */
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

/** A link within the site, styled as a button. */
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

/** A link to another site, a file or an email address, styled as a button. */
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

/** Browsers blur a disabled button; this restores focus afterwards if nothing else has it. */
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
