import { href, Link } from 'react-router'
import { type InView, inViewText } from '../search/map-pins.ts'
import { queryOf, type Trip } from '../search/search-terms.ts'

/** What the map shows, in words below it: for whoever can not see it, and for whoever knows the name. */
export function NamesInView({ view: { count, named: names }, trip }: { view: InView; trip: Trip }) {
  return (
    <section className="in-view" aria-label="Vineyards on this part of the map">
      <p role="status">{inViewText(count)}</p>
      <ul className="plain">
        {names.map(({ id, name }) => (
          <li key={id}>
            <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>{name}</Link>
          </li>
        ))}
      </ul>
      {count > names.length && (
        <p className="soft small">
          The first {names.length} by name. Zoom in, or narrow the filters, to see the others.
        </p>
      )}
    </section>
  )
}
