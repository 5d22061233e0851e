import { Link, href } from 'react-router'

import { phoneLink } from '../../../platform/text/phone-link.ts'
import type { GettingHere, Taxi } from '../station.ts'

/**
 * Shows how to reach a vineyard without a car: its stations, and the taxi firms that it names. Shows nothing if it has
 * neither.
 */
export default function GettingHereList({
  ways,
  taxis,
  credit = true,
  level: Heading = 'h3',
}: {
  ways: GettingHere | null
  taxis: Taxi[]
  /** Whether to link the source of the stations. A frame on another site does not link it. */
  credit?: boolean
  level?: 'h2' | 'h3'
}) {
  if (!ways && taxis.length === 0) return null
  return (
    <section className="getting-here stack-sm" aria-labelledby="getting-here">
      <Heading id="getting-here" className="as-h3">
        Getting here
      </Heading>
      {ways && (
        <>
          <ul className="plain stack-sm">
            {ways.stations.map(({ name, way }) => (
              <li key={name}>
                <strong>{name}</strong>
                <br />
                {way}
              </li>
            ))}
          </ul>
          <p className="soft small">
            {ways.estimate} {credit && <Link to={`${href('/sources')}#stations`}>About the stations</Link>}
          </p>
        </>
      )}
      {taxis.length > 0 && (
        <>
          <p>Taxi firms that the vineyard names:</p>
          <ul className="plain" aria-label="Taxis">
            {taxis.map(({ name, phone }) => (
              <li key={`${name} ${phone}`}>
                {name} <a href={phoneLink(phone)}>{phone}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
