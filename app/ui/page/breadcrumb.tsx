import { Link } from 'react-router'

/** The breadcrumb of a page: `trail` holds the links, `here` is the name of this page. */
export function Breadcrumb({
  trail,
  here,
  className,
}: {
  trail: { to: string; label: string }[]
  here: string
  className?: string
}) {
  return (
    <nav className={className ? `crumb ${className}` : 'crumb'} aria-label="Breadcrumb">
      <ol>
        {trail.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
