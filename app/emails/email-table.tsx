import type { CSSProperties, ReactNode } from 'react'

import { colours } from './email-colours.ts'

/** A table that lays out: as wide as there is room unless said, or no wider than what it holds. */
export function LayoutTable(props: {
  className?: string
  width?: number | 'snug'
  style?: CSSProperties
  children: ReactNode
}) {
  const { children, width: asked = '100%', ...rest } = props
  const width = asked === 'snug' ? undefined : asked
  return (
    <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A cell of rows that lines divide. */
export const ruled = {
  borderTop: '1px solid',
  borderColor: colours.line[0],
  verticalAlign: 'top',
} as const satisfies CSSProperties
