import { Link } from 'react-router'

import { ListTools } from '../../ui/list-tools.tsx'

/** Leads to the calendars of one vineyard out of many. */
export function VineyardFinder({
  found,
}: {
  found: { search: string; total: number; items: { id: string; name: string }[] } | null
}) {
  return (
    <section aria-label="One vineyard">
      <ListTools label="Vineyard, to see and add its calendars" search={found?.search ?? ''} />
      {found && (
        <p role="status" className="row">
          {found.total === 0 && `No vineyard is called “${found.search}”.`}
          {found.items.map(({ id, name }) => (
            <Link key={id} to={`?${new URLSearchParams({ vineyard_id: id })}`}>
              {name}
            </Link>
          ))}
          {found.total > found.items.length && <span className="soft">More letters find fewer.</span>}
        </p>
      )}
    </section>
  )
}
