import { data, Form, href, useLocation } from 'react-router'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { type Day, dayOf } from '../../platform/days.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { pageHead } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { Hill } from '../../ui/scene.tsx'
import { useSlowNavigation } from '../../ui/slow.ts'
import {
  type SearchQuery,
  emptySearch,
  searchUrl,
  readPageNumber,
  tidyQuery,
  tripOf,
} from '../../search/search-url.ts'
import { exploreVineyards, type SearchPage } from '../../search/explore.server.ts'
import { FilterChips } from '../../search/components/filter-chips.tsx'
import { FilterPanel } from '../../search/components/filter-panel.tsx'
import { readFilterOptions } from '../../search/filter-options.server.ts'
import { readFilters } from '../../search/filters.ts'
import { cardsOnPage } from '../../search/search.server.ts'
import { GuestsField } from '../../search/components/guests-field.tsx'
import { LoadMore, useCardsSoFar } from '../../search/components/load-more.tsx'
import { lookAround } from '../../search/near.server.ts'
import { type Backdrop, backdropOf } from '../../map/map-backdrop.ts'
import { MapView } from '../../map/map-view.tsx'
import { NothingFound } from '../../search/components/nothing-found.tsx'
import { PlaceSearch } from '../../search/components/place-search.tsx'
import { PlacesMeant } from '../../search/components/place-choices.tsx'
import { dependOnPlaces } from '../../search/page-dependencies.server.ts'
import { countText, readSearch } from '../../search/search-terms.ts'
import { useLiveForm } from '../../search/components/use-live-form.tsx'
import { VineyardCards, VineyardCardsSkeleton } from '../../search/components/vineyard-cards.tsx'
import { addressOfView, ViewToggle, viewOf } from '../../search/components/view-toggle.tsx'
import type { Route } from './+types/explore.ts'
import '../../search/components/explore.css'
import '../../search/components/filters.css'
import '../../map/map.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const [sql, journal, now] = [context.get(database), context.get(log), context.get(clock)()]
  const today = dayOf(now)
  const options = await readFilterOptions(sql, journal)
  const { filters, corrections } = readFilters(params, today, options)
  const { page, corrected } = readPageNumber(params)
  const search = readSearch(params)
  const { place, meant, corrections: unplaced } = await lookAround(sql, journal, params, search)
  corrections.push(...unplaced)
  const asked: SearchQuery = { search, filters, page, ...place }

  const found = await attempt(journal, 'The list of vineyards could not be read', () =>
    exploreVineyards(sql, asked, now),
  )
  if (found.ok) {
    const { vineyards } = found.value
    await dependOnPlaces(
      context,
      vineyards.map(({ id }) => id),
      vineyards.map(({ facts }) => facts?.next_day),
    )
  }
  if (corrected || (found.ok && found.value.page !== page))
    corrections.push('There is no such page of the list, so the nearest one is shown.')
  return data(
    {
      asked,
      meant,
      corrections,
      options,
      today,
      found,
      on_page: cardsOnPage,
      backdrop: backdropOf(context.get(config)),
    },
    { status: found.ok ? 200 : 503 },
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { search, near, place } = loaderData?.asked ?? emptySearch
  return pageHead({
    title: titleOf(search, near),
    description:
      'Every vineyard we know in England, Wales, Scotland and Northern Ireland: search by name, town or county, and see which tours and tastings you can book.',
    // Around a place the page is the same whichever way its position was told; one without a name is no page of its own.
    path: href('/explore') + tidyQuery({ search, ...(place.near ? { near: place.near } : {}) }),
    share: href('/share/:file', { file: 'explore.jpg' }),
    matches,
  })
}

function titleOf(search: string, near: SearchQuery['near']): string {
  const what = search === '' ? 'Vineyards' : `Vineyards for ${search}`
  if (near) return `${what} near ${near.label}`
  return search === '' ? 'Vineyards of the United Kingdom' : what
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { asked, meant, corrections, options, today, found, on_page, backdrop } = loaderData
  const { form, apply, sheet, onSubmit, onChange } = useLiveForm(searchUrl(asked))
  const { searching, growing } = useWaiting()
  return (
    <>
      <Form action={href('/explore')} ref={form} onSubmit={onSubmit} onChange={onChange}>
        <div className="explore-top">
          <Hill className="top-hill" />
          <div className="wrap">
            <h1>Vineyards</h1>
            <PlaceSearch asked={asked}>
              <GuestsField guests={asked.filters.guests} />
            </PlaceSearch>
          </div>
        </div>
        <div className="wrap">
          <FilterPanel
            {...{ asked, options, today, sheet }}
            total={found.ok ? found.value.total : null}
            onPick={apply}
          />
        </div>
        {Object.entries(asked.place).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
      <div className="wrap results">
        <FilterChips asked={asked} />
        <Corrections sentences={corrections} />
        <PlacesMeant asked={asked} meant={meant} />
        {searching && viewOf(asked) === 'grid' ? (
          <Searching />
        ) : found.ok ? (
          <Results {...{ asked, today, on_page, growing, backdrop }} found={found.value} />
        ) : (
          <Failed />
        )}
      </div>
    </>
  )
}

/** Which wait has become long: for another list, or for more of this one. */
function useWaiting() {
  const here = useLocation()
  const next = useSlowNavigation()
  if (next?.pathname !== here.pathname) return { searching: false, growing: false }
  const growing = withoutPage(next.search) === withoutPage(here.search)
  return { searching: !growing, growing }
}

function withoutPage(query: string): string {
  const params = new URLSearchParams(query)
  params.delete('page')
  return params.toString()
}

function Corrections({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <div className="corrections">
      <Notice tone="info">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    </div>
  )
}

/** The count line keeps its place, so that nothing jumps. */
function Searching() {
  return (
    <>
      <div className="result-bar">
        <SkeletonBlock as="title" />
      </div>
      <VineyardCardsSkeleton />
    </>
  )
}

function Results({
  asked,
  today,
  found,
  on_page,
  growing,
  backdrop,
}: {
  asked: SearchQuery
  today: Day
  found: SearchPage
  on_page: number
  growing: boolean
  backdrop: Backdrop | null
}) {
  const { cards, first } = useCardsSoFar(asked, found)
  const trip = tripOf(asked.filters)
  const grid = (
    <>
      <VineyardCards vineyards={cards} today={today} trip={trip} />
      <LoadMore
        asked={asked}
        found={found}
        shown={cards.length}
        first={first}
        onPage={on_page}
        loading={growing}
      />
    </>
  )
  return (
    <>
      <div className="result-bar">
        <div role="status">
          <h2>{countText(found.total, { ...asked, guests: asked.filters.guests })}</h2>
        </div>
        <ViewToggle asked={asked} />
      </div>
      {found.total === 0 ? (
        <NothingFound asked={asked} />
      ) : viewOf(asked) === 'map' ? (
        <MapView
          load={() => import('../../map/vineyard-map.tsx')}
          about={{
            query: searchUrl(asked),
            trip,
            around: asked.near,
            backdrop,
            grid: addressOfView(asked, 'grid'),
          }}
          instead={grid}
        />
      ) : (
        grid
      )}
    </>
  )
}

/** The list could not be read: said where the list would be, with the same address to try again. */
function Failed() {
  const { pathname, search } = useLocation()
  return (
    <div className="result-bar">
      <Notice tone="bad">
        <p>The vineyards could not be loaded.</p>
        <p>
          <ButtonLink to={pathname + search} reloadDocument>
            Try Again
          </ButtonLink>
        </p>
      </Notice>
    </div>
  )
}
