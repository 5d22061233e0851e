import { data, href } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageHead } from '../../ui/head.ts'
import { listCuratedItineraries } from '../itinerary.server.ts'
import type { Route } from './+types/list.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Itineraries',
    description: 'Days among UK vineyards, put together stop by stop.',
    path: href('/itineraries'),
    matches,
  })

export async function loader({ context }: Route.LoaderArgs) {
  const read = await attempt(context.get(log), 'Itineraries could not be read', () =>
    listCuratedItineraries(context.get(database), context.get(clock)()),
  )
  if (!read.ok)
    throw data(
      { message: 'The itineraries could not be loaded.', to: href('/itineraries'), label: 'Try Again' },
      { status: 503 },
    )
  return { itineraries: read.value }
}

export default function Itineraries({ loaderData: { itineraries } }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <h1>Itineraries</h1>
      {itineraries.length === 0 ? (
        <Empty
          title="No itineraries yet"
          action={
            <ButtonLink look="do" to={href('/explore')}>
              Explore Vineyards
            </ButtonLink>
          }
        >
          Nobody has published a day among the vines. One vineyard makes a good day, too.
        </Empty>
      ) : (
        <ul className="plain mt-6 prose">
          {itineraries.map(({ id, title, summary, stops }) => (
            <li key={id} className="mt-4">
              <div>
                <h2 className="as-h3">{title}</h2>
                {summary && <p className="soft">{summary}</p>}
              </div>
              <p>
                {stops} {stops === 1 ? 'stop' : 'stops'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
