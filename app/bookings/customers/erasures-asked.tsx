import { Link } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { customerLink } from '../desk/desk-links.tsx'
import { KeptLink } from '../privacy/kept-link.tsx'

type Asked = {
  id: string
  customer_id: string
  email: string
  vineyard_name: string
  asked_by: string
  created_at: string
}

/** The guests whom a vineyard asked to have forgotten, for the admin who does it. */
export function ErasuresAsked({ asked, total }: { asked: Asked[]; total: number }) {
  if (asked.length === 0) return null
  return (
    <section className="panel mt-6" aria-labelledby="asked">
      <h2 id="asked">{total === 1 ? 'One guest asks' : `${total} guests ask`} to be forgotten</h2>
      <ul className="roll">
        {asked.map(({ id, customer_id, email, vineyard_name, asked_by, created_at }) => (
          <li key={id}>
            <Link to={customerLink('admin', customer_id)}>{email}</Link>
            <div>{vineyard_name}</div>
            <div className="soft small">
              {asked_by}, {formatMoment(created_at)}
            </div>
            <KeptLink email={email}>
              What is kept<span className="sr"> about {email}</span>
            </KeptLink>
          </li>
        ))}
      </ul>
      {total > asked.length && <p className="soft small">The newest {asked.length} are shown.</p>}
    </section>
  )
}
