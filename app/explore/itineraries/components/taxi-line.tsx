import { phoneLink } from '../../../platform/text/phone-link.ts'
import type { Taxi } from '../../../catalogue/stations/station.ts'

/** The taxi firms that a vineyard names, on one line; nothing if it names none. */
export function TaxiLine({ taxis }: { taxis: Taxi[] }) {
  if (taxis.length === 0) return null
  return (
    <p className="small">
      Taxi firms that the vineyard names:{' '}
      {taxis.map(({ name, phone }, n) => (
        <span key={`${name} ${phone}`}>
          {n > 0 && ', '}
          {name} <a href={phoneLink(phone)}>{phone}</a>
        </span>
      ))}
    </p>
  )
}
