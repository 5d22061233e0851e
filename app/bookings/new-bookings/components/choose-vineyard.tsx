import { Form, Link } from 'react-router'

import { formatTotal } from '../../../platform/text/counts.ts'
import { load } from '../../../staff-client/load.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import type { vineyardApi } from '../../../catalogue/vineyards/vineyard.api.ts'

/** Lets an admin choose the vineyard that a page is about. */
export function ChooseVineyard({
  search,
  total,
  vineyards,
  parameters = {},
  to,
}: Awaited<ReturnType<typeof findVineyardsToChoose>> & {
  /** Other parameters of the URL. */
  parameters?: Record<string, string>
  to: (id: string) => string
}) {
  return (
    <>
      <VineyardSearch search={search} parameters={parameters} />
      {vineyards.length === 0 ? (
        <p className="soft">{search ? 'No vineyards match that.' : 'There are no vineyards yet.'}</p>
      ) : (
        <ul className="history">
          {vineyards.map(({ id, name, city }) => (
            <li key={id}>
              <Link to={to(id)}>{name}</Link>
              <span className="soft small">{city}</span>
            </li>
          ))}
        </ul>
      )}
      {total > vineyards.length && (
        <p className="soft small">
          These are the first {vineyards.length} of {formatTotal(total)}. Keep typing to narrow the list.
        </p>
      )}
    </>
  )
}

/** The search for a vineyard by its name or town. Keeps the other `parameters` of the URL. */
export function VineyardSearch({
  search,
  parameters,
}: {
  search: string
  parameters: Record<string, string>
}) {
  return (
    <Form className="choose-vineyard row" role="search">
      <HiddenFields values={parameters} />
      <TextField label="Vineyard or town" name="search" type="search" defaultValue={search} maxLength={100} />
      <Button icon="search">Find</Button>
    </Form>
  )
}

/** Returns the vineyards that match the search in the URL, or the first vineyards by name, and their number. */
export async function findVineyardsToChoose(request: Pick<Request, 'url'>) {
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? ''
  const api = apiFor<typeof vineyardApi>('admin', '/api/vineyards')
  const query = { sort: 'name', limit: '25', ...(search && { search }) } as const
  const { items, total } = await load(request, api.index.$get({ query }))
  return { search, total, vineyards: items.map(({ id, name, city }) => ({ id, name, city })) }
}
