import { useEffect, useMemo } from 'react'
import { data, href, useLocation, useNavigation } from 'react-router'
import { readOr } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { dayOf } from '../../platform/days.ts'
import { missingPageSentence } from '../../platform/text/counts.ts'
import { SkeletonBlock } from '../../ui/page/skeleton.tsx'
import { pageHead } from '../../ui/page/head.ts'
import type { KeptPage } from '../../ui/page/missing-answer.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { useSlowNavigation } from '../../ui/page/slow.ts'
import { countText } from '../../explore/search/result-count.ts'
import {
  cardsOnPage,
  type SearchQuery,
  emptySearch,
  searchUrl,
  readPageNumber,
  canonicalQuery,
  tripOf,
  readSearch,
  readViewParams,
  searchTitle,
  withoutLocation,
} from '../../explore/search/search-url.ts'
import { countEmptySearch, exploreVineyards, type SearchPage } from '../../explore/search/search.server.ts'
import { FilterChips } from '../../explore/search/components/filter-chips.tsx'
import { readFilterOptions } from '../../explore/search/filter-options.server.ts'
import { partyOf, readFilters } from '../../explore/search/filters.ts'
import {
  ListFailed,
  ResultGrid,
  SortLinks,
  urlOfView,
  ViewToggle,
  viewOf,
} from '../../explore/search/components/result-list.tsx'
import type { Meaning } from '../../explore/search/meaning.ts'
import { findMeaning } from '../../explore/search/meaning.server.ts'
import { readSearchLocation } from '../../explore/search/search-location.server.ts'
import { backdropOf } from '../../explore/map/map-backdrop.tsx'
import { firstTiles, requestPins } from '../../explore/map/map-requests.ts'
import { preloadOutline } from '../../explore/locator/map-outline.tsx'
import { MapView } from '../../explore/map/map-view.tsx'
import { PriceLinks } from '../../explore/search/components/price-links.tsx'
import { quickDays } from '../../explore/search/trip.ts'
import {
  MeaningNote,
  NothingOpenYet,
  LocationLinks,
  PartyLinks,
} from '../../explore/search/components/search-links.tsx'
import { VineyardCardsSkeleton } from '../../explore/search/components/vineyard-cards.tsx'
import type { Route } from './+types/explore.ts'
import '../../explore/search/components/explore.css'
import '../../explore/search/components/filters.css'
import '../../explore/search/components/locations.css'
import '../../explore/map/map.css'

const SearchForm = lazyPart(() => import('../../explore/search/components/search-form.tsx'))

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const today = dayOf(now)
  const options = await readFilterOptions(sql, logger)
  const { filters, corrections } = readFilters(params, today, options)
  const [{ page, corrected }, search] = [readPageNumber(params), readSearch(params)]
  const near = await readSearchLocation(sql, logger, params, search)
  const searched: SearchQuery = { search, filters, page, ...near.location }
  const found = await readOr(context, 'The list of vineyards could not be read', null, async () => {
    const meaning = await findMeaning(sql, search, now)
    return { meaning, results: await exploreVineyards(sql, { ...searched, meaning }, now) }
  })
  const results = found?.results ?? null
  if (results?.total === 0)
    await countEmptySearch(sql, logger, { search, filters }, options?.regions ?? [], now)
  const meaning: Meaning = found?.meaning ?? { kind: 'words', search }
  // A location in the words replaces the location of an earlier search.
  const query = meaning.kind === 'location' ? withoutLocation(searched) : searched
  corrections.push(...(meaning.kind === 'location' ? meaning.corrections : near.corrections))
  const isMissing = results !== null && (corrected || results.page !== page)
  if (isMissing) {
    const pages = Math.max(1, Math.ceil(results.total / cardsOnPage))
    corrections.push(missingPageSentence({ pages, shown: results.page }))
  }
  return data(
    {
      query,
      meaning,
      locationChoices: near.locationChoices,
      corrections,
      is_page_missing: isMissing,
      options,
      today,
      quick: quickDays(now),
      results,
      backdrop: backdropOf(context.get(config)),
    },
    { status: results ? 200 : 503 },
  )
}

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  missing: ({ results }) => (results ? null : 'failed'),
}

const NothingFound = lazyPart(() => import('../../explore/search/components/nothing-found.tsx'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const query = loaderData?.query ?? emptySearch
  const { search, near } = query
  const page = loaderData?.results?.page ?? 1
  return pageHead({
    title: searchTitle(search, near),
    description:
      'Every vineyard we know in England, Wales, Scotland and Northern Ireland: search by name, town or county, and see which tours and tastings you can book.',
    path: href('/explore') + canonicalQuery({ ...query, page }),
    share: href('/share/:file', { file: 'explore.jpg' }),
    // Search results are not indexed, because anybody can link to a search for any words.
    ...(search === '' && !loaderData?.is_page_missing ? {} : { robots: 'noindex' }),
    matches,
  })
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { meaning, locationChoices, corrections, options, today, quick, results } = loaderData
  const query = useQuery(loaderData.query)
  useEffect(preloadOutline, [])
  const { searching, loadingMore } = useSlowSearch()
  const heading = results ? headingOf(query, meaning, results) : ''
  return (
    <>
      <SearchForm {...{ query, options, today, quick, heading }} total={results?.total ?? null} />
      <div className="wrap results">
        {options?.types.length !== 0 && (
          <div className="quick-prices">
            <PriceLinks query={query} />
          </div>
        )}
        <FilterChips query={query} />
        {corrections.length > 0 && (
          <div className="corrections">
            <Notice tone="info">
              {corrections.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Notice>
          </div>
        )}
        <LocationLinks query={query} meaning={meaning} choices={locationChoices} />
        {searching && viewOf(query) === 'grid' ? (
          <Searching />
        ) : results ? (
          <Results loaded={{ ...loaderData, query }} {...{ results, heading, loadingMore }} />
        ) : (
          <ListFailed />
        )}
      </div>
    </>
  )
}

/** Returns the query with the view (grid or map) of the URL. The map view applies at the click, before the URL changes. */
function useQuery(query: SearchQuery): SearchQuery {
  const here = useLocation()
  const { location: next } = useNavigation()
  const viewIn = (search: string) => readViewParams(new URLSearchParams(search)).view
  const isOpeningMap = next?.pathname === here.pathname && viewIn(next.search) === 'map'
  const shown = isOpeningMap ? 'map' : viewIn(here.search)
  return useMemo(() => {
    const { view, ...others } = { ...query.viewParams, view: shown }
    return { ...query, viewParams: view === undefined ? others : { ...others, view } }
  }, [query, shown])
}

function loadMap() {
  void firstTiles()
  return import('../../explore/map/vineyard-map.tsx')
}

/** Returns whether a slow navigation is loading other results, or more of the current results. */
function useSlowSearch() {
  const here = useLocation()
  const next = useSlowNavigation()
  if (next?.pathname !== here.pathname) return { searching: false, loadingMore: false }
  const loadingMore = withoutPage(next.search) === withoutPage(here.search)
  return { searching: !loadingMore, loadingMore }
}

function withoutPage(query: string): string {
  const params = new URLSearchParams(query)
  params.delete('page')
  return params.toString()
}

/** The skeleton of the results. It includes the line with their number, so that nothing moves when the results appear. */
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
  loaded: { query, meaning, options, today, backdrop },
  results,
  heading,
  loadingMore,
}: {
  loaded: Route.ComponentProps['loaderData']
  results: SearchPage
  heading: string
  loadingMore: boolean
}) {
  const trip = tripOf(query.filters)
  const near = meaning.kind === 'location' ? meaning.near : query.near
  const isDirectory = options?.types.length === 0
  const grid = <ResultGrid query={query} results={results} today={today} loading={loadingMore} />
  return (
    <>
      <div className="result-bar">
        <div role="status">
          <h2>{heading}</h2>
          <MeaningNote query={query} meaning={meaning} />
          {isDirectory && results.total > 1 && (
            <p className="soft small">
              <NothingOpenYet />
            </p>
          )}
        </div>
        <div className="row">
          {viewOf(query) === 'grid' && results.total > 1 && !(isDirectory && !near) && (
            <SortLinks
              query={{ ...query, near }}
              hasRatings={results.vineyards.some(({ rating }) => rating !== null)}
            />
          )}
          {/* If the map's code cannot be loaded, the map says so when it is opened. */}
          <ViewToggle query={query} onMap={() => void Promise.allSettled([loadMap()])} />
        </div>
        {results.total > 0 && <PartyLinks query={query} />}
      </div>
      {results.total === 0 ? (
        <NothingFound query={query} />
      ) : viewOf(query) === 'map' ? (
        <MapView
          load={() => {
            requestPins(searchUrl(query))
            return loadMap()
          }}
          about={{
            search: { query: searchUrl(query), trip, today },
            around: near,
            backdrop,
            grid: urlOfView(query, 'grid'),
          }}
          instead={grid}
        />
      ) : (
        grid
      )}
    </>
  )
}

function headingOf(query: SearchQuery, meaning: Meaning, { total, taking, within }: SearchPage): string {
  const { date, guests } = query.filters
  const party = date === null ? guests : partyOf(query.filters)
  return countText(total, { ...query, meaning, guests: party, taking, within })
}
