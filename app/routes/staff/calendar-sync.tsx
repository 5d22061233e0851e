import { data, useLocation } from 'react-router'

import { staffAreaOf } from '../../staff-client/staff-area.ts'
import { vineyardAt } from '../../staff-client/staff-vineyard.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { Toast } from '../../ui/toast.tsx'
import { changeCalendars } from '../../calendar-feeds/calendar-actions.ts'
import { findVineyardsByName, readPlaces, readSources } from '../../calendar-feeds/calendar-data.tsx'
import { FeedList } from '../../calendar-feeds/components/feed-list.tsx'
import { useLookAgain } from '../../calendar-feeds/components/refresh-soon.tsx'
import { NewAddress } from '../../calendar-feeds/components/new-address.tsx'
import { OverlapList } from '../../calendar-feeds/components/overlap-list.tsx'
import { SourceList } from '../../calendar-feeds/components/source-list.tsx'
import { SourceForm } from '../../calendar-feeds/components/source-form.tsx'
import { headline } from '../../calendar-feeds/source-labels.ts'
import { VineyardFinder } from '../../calendar-feeds/components/vineyard-finder.tsx'
import type { Route } from './+types/calendar-sync.ts'
import '../../calendar-feeds/components/calendars.css'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Calendar sync · ${siteName}` }]

/** Winemakers see their own vineyard; admins all calendars, and one vineyard's feeds once they have picked it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const picked = searchParams.get('vineyard_id') ?? ''
  const search = searchParams.get('search')?.trim() ?? ''
  const vineyard_id = area === 'admin' ? picked : await vineyardAt(area, request, undefined)
  const [shown, vineyard, found] = await Promise.all([
    readSources(area, request, vineyard_id),
    vineyard_id ? readPlaces(area, request, vineyard_id) : null,
    area === 'admin' && search ? findVineyardsByName(area, request, search) : null,
  ])
  return { ...shown, vineyard, found }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const done = await changeCalendars(staffAreaOf(request.url), await request.formData())
  return data(done, { status: done.failed ? 422 : 200 })
}

export default function CalendarSync({ loaderData, actionData }: Route.ComponentProps) {
  const { sources, overlaps, vineyard, found } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  useLookAgain(actionData)
  return (
    <div className="calendars">
      <div className="staff-head">
        <div>
          <h1>{headline(sources)}</h1>
          <p className="soft small">{vineyard?.name ?? 'All vineyards'}</p>
        </div>
      </div>
      {area === 'admin' && <VineyardFinder found={found} />}
      {actionData?.address && <NewAddress key={actionData.address} address={actionData.address} />}
      {overlaps.length > 0 && <OverlapList area={area} overlaps={overlaps} />}
      <section className="mt-6" aria-labelledby="in">
        <h2 id="in">Calendars that close slots</h2>
        {sources.length === 0 ? (
          <Empty title="No calendar yet" level="h3">
            Add one that you keep elsewhere: where it says busy, nobody books.
          </Empty>
        ) : (
          <SourceList sources={sources} named={!vineyard} />
        )}
      </section>
      {vineyard && (
        <>
          <section className="panel mt-6" aria-labelledby="add">
            <h2 id="add">Add a calendar</h2>
            <SourceForm
              key={sources.length}
              vineyardId={vineyard.id}
              places={vineyard.places}
              problems={actionData?.fields ?? {}}
            />
          </section>
          <section className="mt-6" aria-labelledby="out">
            <h2 id="out">Your bookings in other calendars</h2>
            <p className="soft small">Names and parties, behind a secret address that can be renewed.</p>
            <FeedList vineyardId={vineyard.id} places={vineyard.places} />
          </section>
        </>
      )}
      <Toast about={actionData?.address ? undefined : actionData} />
    </div>
  )
}
