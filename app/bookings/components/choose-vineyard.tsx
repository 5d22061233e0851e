import { Form, Link } from 'react-router'

import { formatTotal } from '../../platform/counts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** For an admin, who has all vineyards: which of them a page is to be about. */
export function ChooseVineyard({
  search,
  total,
  found,
  kept = {},
  to,
}: {
  search: string
  total: number
  /** What the address keeps besides. */
  kept?: Record<string, string>
  found: { id: string; name: string; city: string | null }[]
  to: (id: string) => string
}) {
  return (
    <>
      <Form className="choose-vineyard row" role="search">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label="Vineyard or town"
          name="search"
          type="search"
          defaultValue={search}
          maxLength={100}
        />
        <Button icon="search">Find</Button>
      </Form>
      {found.length === 0 ? (
        <p className="soft">{search ? 'No vineyard is called that.' : 'There are no vineyards yet.'}</p>
      ) : (
        <ul className="story">
          {found.map(({ id, name, city }) => (
            <li key={id}>
              <Link to={to(id)}>{name}</Link>
              <span className="soft small">{city}</span>
            </li>
          ))}
        </ul>
      )}
      {total > found.length && (
        <p className="soft small">
          The first {found.length} of {formatTotal(total)}: more letters find fewer.
        </p>
      )}
    </>
  )
}
