import type { ReactNode } from 'react'
import './staff-page.css'

/** The heading of a staff page: the title, lines above and below it, and actions beside it. */
export function StaffHead({
  title,
  above,
  below,
  children,
}: {
  title: ReactNode
  above?: ReactNode
  below?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="staff-head">
      <div>
        {above}
        <h1>{title}</h1>
        {below && <p className="soft small">{below}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  )
}
