import { href } from 'react-router'

import { readForPage } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { headOf } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { listCuratedItineraries } from '../../explore/itineraries/itinerary.server.ts'
import { isAnythingBookable } from '../../explore/search/directory.server.ts'
import { ItineraryCards } from '../../explore/itineraries/components/itinerary-cards.tsx'
import { OwnItineraries } from '../../explore/itineraries/components/own-itineraries.tsx'
import type { Route } from './+types/itineraries.ts'
import '../../explore/itineraries/components/itineraries.css'

export const meta = headOf({
  title: 'Itineraries',
  description: 'Days among UK vineyards, put together stop by stop.',
  path: href('/itineraries'),
  share: href('/share/:file', { file: 'itineraries.jpg' }),
})

export async function loader({ context }: Route.LoaderArgs) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  const [itineraries, may_plan] = await readForPage(
    context.get(log),
    'Itineraries could not be read',
    () => Promise.all([listCuratedItineraries(sql, now), isAnythingBookable(sql, now)]),
    { message: 'We couldn’t load the itineraries.', to: href('/itineraries') },
  )
  return { itineraries, may_plan }
}

export default function Itineraries({ loaderData: { itineraries, may_plan } }: Route.ComponentProps) {
  return (
    <div className="wrap page itineraries">
      <PageHeading
        title="Itineraries"
        lede={`Days among vineyards, stop by stop${may_plan ? ', with visits you can book right now' : ''}.`}
      >
        {may_plan && (
          <p className="row">
            <ButtonLink variant="primary" to={href('/itinerary/create')}>
              Plan a day
            </ButtonLink>
          </p>
        )}
      </PageHeading>
      <OwnItineraries />
      {itineraries.length === 0 ? (
        <Empty title="No itineraries yet">
          {may_plan
            ? 'Plan your own: it takes a minute.'
            : 'You can plan days here once the first vineyard can be booked.'}
        </Empty>
      ) : (
        <section aria-labelledby="published">
          <h2 id="published">Days we like</h2>
          <ItineraryCards itineraries={itineraries} />
        </section>
      )}
    </div>
  )
}
