import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from './pictures/icon.tsx'
import type { IconName } from './pictures/icons.ts'

/**
 * The variants: `primary` for the main action, once per group; `line` for other actions; `text` for minor ones; `danger` for
 * destructive ones; `chalk` for the main action on deep green.
 */
type ButtonVariant = 'primary' | 'line' | 'text' | 'danger' | 'chalk'

type ButtonStyle = {
  variant?: ButtonVariant
  small?: boolean
  wide?: boolean
  icon?: IconName
  className?: string
  children?: ReactNode
}

/** Turns the props of a button into the props of its element. */
function styled<Props extends ButtonStyle>(props: Props) {
  const { variant = 'line', small, wide, icon, className, children, ...rest } = props
  const classes = ['btn', `btn-${variant}`, small && 'btn-sm', wide && 'btn-wide', className]
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  return { ...rest, className: classes.filter(Boolean).join(' '), children: content }
}

/** A button; a submit button by default. Regains focus after it was disabled. */
export function Button(props: ButtonStyle & Omit<ComponentProps<'button'>, 'ref'>) {
  return <button {...styled(props)} ref={useFocusRestored(props.disabled ?? false)} />
}

/** A link within the site, styled as a button. */
export function ButtonLink(props: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...styled(props)} />
}

/** A link to another site, a file or an email address, styled as a button. */
export function ButtonAnchor(props: ButtonStyle & ComponentProps<'a'>) {
  const { children, ...rest } = styled(props)
  return <a {...rest}>{children}</a>
}

/** Gives focus back to a button that lost it by being disabled, unless another element has focus by then. */
function useFocusRestored(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (disabled) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [disabled])
  return button
}
