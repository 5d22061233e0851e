import { Form, Link } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** For an admin, who has all vineyards: which of them a page is to be about. */
export function ChooseVineyard({
  search,
  found,
  to,
}: {
  search: string
  found: { id: string; name: string; city: string | null }[]
  to: (id: string) => string
}) {
  return (
    <>
      <Form className="choose-vineyard row" role="search">
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
        <p className="soft">No vineyard is called that.</p>
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
    </>
  )
}
