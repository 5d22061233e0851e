import { useLocation } from 'react-router'

import { formatCount, formatTotal, mostListed } from '../platform/counts.ts'
import { ButtonLink } from './button.tsx'

/** Where one is in a long list, and the ways on. The filters of the address stay. */
export function Pager({ page, limit, total }: { page: number; limit: number; total: number }) {
  const { search } = useLocation()
  if (total <= limit && page === 1) return null
  const to = (other: number) => {
    const asked = new URLSearchParams(search)
    asked.set('page', String(other))
    return `?${asked}`
  }
  const listed = Math.min(total, mostListed)
  const first = Math.min((page - 1) * limit + 1, listed)
  const last = Math.min(page * limit, listed)
  return (
    <nav className="pager" aria-label="Pages">
      <span className="soft num">
        {formatCount(first)} to {formatCount(last)} of {formatTotal(total)}
        {last === mostListed && '. To see the others, search or filter the list.'}
      </span>
      <span className="row">
        {page > 1 && (
          <ButtonLink small to={to(page - 1)}>
            Earlier
          </ButtonLink>
        )}
        {last < listed && (
          <ButtonLink small to={to(page + 1)}>
            Later
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
