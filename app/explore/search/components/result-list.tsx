import { Fragment, useEffect, useRef } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import type { Day } from '../../../platform/days.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { CardsSkeleton } from '../../../ui/page/skeleton.tsx'
import { nearMiles } from '../near.ts'
import type { FoundVineyard, SearchPage } from '../search.server.ts'
import { cardsOnPage, type SearchQuery, searchUrl, tripOf } from '../search-url.ts'
import type { Trip } from '../trip.ts'
import { VineyardCards } from './vineyard-cards.tsx'

/** Pages loaded since the document was opened, by URL. Only effects add pages, so the server never does. */
const loadedPages = new Map<string, FoundVineyard[]>()
const maxLoadedPages = 200

/**
 * Returns the cards of all loaded pages up to this one, so that the list grows and is complete again after Back. `first` is the
 * page of the first card.
 */
function useLoadedCards(query: SearchQuery, { page, vineyards }: Pick<SearchPage, 'page' | 'vineyards'>) {
  const url = searchUrl(query, { page })
  useEffect(() => {
    if (loadedPages.size >= maxLoadedPages) loadedPages.clear()
    loadedPages.set(url, vineyards)
  }, [url, vineyards])

  const pages = [vineyards]
  for (let previous = page - 1; previous >= 1; previous--) {
    const loaded = loadedPages.get(searchUrl(query, { page: previous }))
    if (!loaded) break
    pages.unshift(loaded)
  }
  // If a vineyard was added since the previous page was loaded, another vineyard has moved from that page to this page.
  const cards = [...new Map(pages.flat().map((vineyard) => [vineyard.id, vineyard])).values()]
  return { cards, first: page - pages.length + 1 }
}

type Section = SearchPage['sections'][number]

/** Groups the sections under their headings. Both sections of vineyards further away share one heading. */
function headSections(sections: Section[]) {
  const totalOf = (...kinds: Section['kind'][]) =>
    sections.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { total }) => sum + total, 0)
  const within = `Within ${nearMiles} miles`
  const [nearby, unbookable] = [totalOf('within'), totalOf('within_directory')]
  const headings: { title: string; kinds: Section['kind'][] }[] = [
    { title: '', kinds: ['all'] },
    { title: 'Bookable visits', kinds: ['bookable'] },
    { title: 'Also in the directory', kinds: ['directory'] },
    { title: unbookable > 0 ? `Bookable w${within.slice(1)}` : within, kinds: ['within'] },
    {
      title: nearby > 0 ? `Also in the directory w${within.slice(1)}` : within,
      kinds: ['within_directory'],
    },
    { title: 'Further away', kinds: ['further', 'further_directory'] },
  ]
  return headings
    .map((heading) => ({ ...heading, total: totalOf(...heading.kinds) }))
    .filter(({ total }) => total > 0)
}

/** The loaded cards under headings. A lone heading is shown only if it is "Further away". `from`: index of the first card. */
function ResultSections({
  sections,
  cards,
  from,
  today,
  trip,
}: Pick<SearchPage, 'sections'> & { cards: FoundVineyard[]; from: number; today: Day; trip: Trip }) {
  const parts = sections.map(({ kind, total }, n) => {
    const start = sections.slice(0, n).reduce((sum, before) => sum + before.total, -from)
    return { kind, own: cards.slice(Math.max(0, start), Math.max(0, start + total)) }
  })
  const headings = headSections(sections)
  return headings.map(({ title, kinds, total }) => {
    const shown = parts.filter(({ kind, own }) => kinds.includes(kind) && own.length > 0)
    const lists = shown.map(({ kind, own }) => (
      <VineyardCards
        key={kind}
        vineyards={own}
        today={today}
        trip={trip}
        compact={kind.endsWith('directory')}
      />
    ))
    const id = kinds[0]
    if (lists.length === 0) return null
    if (headings.length === 1 && id !== 'further') return <Fragment key={id}>{lists}</Fragment>
    return (
      <section key={id} className="result-section" aria-labelledby={id}>
        <h2 id={id}>
          {title} <span className="soft">{countOf(total, 'vineyard')}</span>
        </h2>
        {lists}
      </section>
    )
  })
}

/**
 * Links to the other orders of the list. Sorting by reviews is offered only if the list shows reviews. A search by day
 * without a location can be sorted by name or by reviews.
 */
export function SortLinks({ query, hasRatings }: { query: SearchQuery; hasRatings: boolean }) {
  const { sort, ...others } = query.viewParams
  const usual = query.near ? 'Nearest first' : query.filters.date === null ? 'Bookable first' : 'Sort by name'
  const orders = { '': usual, name: 'Sort by name', rating: 'Best reviewed' }
  const current = orders[(sort ?? '') as keyof typeof orders]
  return Object.entries(orders).map(
    ([value, label], n) =>
      label !== current &&
      (n !== 1 || label !== usual) &&
      (value !== 'rating' || hasRatings) && (
        <Link
          key={value}
          className="sort-link"
          to={
            href('/explore') + searchUrl(query, { viewParams: { ...others, ...(value && { sort: value }) } })
          }
          preventScrollReset
        >
          {label}
        </Link>
      ),
  )
}

/** The loaded cards, how many they are, and links to the others. With JavaScript the list grows in place. */
export function ResultGrid({
  query,
  results,
  today,
  loading,
}: {
  query: SearchQuery
  results: SearchPage
  today: Day
  loading: boolean
}) {
  const { total, page, sections } = results
  const { cards, first } = useLoadedCards(query, results)
  const [shown, from] = [cards.length, (first - 1) * cardsOnPage]
  const element = useFocusOnNewCard(shown, page)
  return (
    <>
      <ResultSections {...{ sections, cards, from, today }} trip={tripOf(query.filters)} />
      {total > cardsOnPage && (
        <div className="load-more" ref={element}>
          {loading && <CardsSkeleton label="Loading more vineyards" cards={3} />}
          <p className="soft" role="status">
            {first === 1 ? `${shown} of ${total} shown` : `${from + 1} to ${from + shown} of ${total} shown`}
          </p>
          <div className="row">
            {first > 1 && (
              <ButtonLink to={href('/explore') + searchUrl(query, { page: first - 1 })} preventScrollReset>
                Earlier vineyards
              </ButtonLink>
            )}
            {from + shown < total && (
              <ButtonLink
                to={href('/explore') + searchUrl(query, { page: page + 1 })}
                replace
                preventScrollReset
              >
                Load more
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** Moves the focus to the first new card, because the clicked link has moved down or disappeared. */
function useFocusOnNewCard(shown: number, page: number) {
  const element = useRef<HTMLDivElement>(null)
  const previous = useRef({ shown, page })
  useEffect(() => {
    const before = previous.current
    previous.current = { shown, page }
    if (page !== before.page + 1 || shown <= before.shown) return
    const links = element.current?.parentElement?.querySelectorAll<HTMLElement>('.card h3 a')
    links?.[before.shown]?.focus({ preventScroll: true })
  }, [shown, page])
  return element
}

type View = 'grid' | 'map'

export function viewOf({ viewParams }: Pick<SearchQuery, 'viewParams'>): View {
  return viewParams.view === 'map' ? 'map' : 'grid'
}

/** Returns the URL of the same search in another view. */
export function urlOfView(query: SearchQuery, view: View): string {
  const { view: _, ...others } = query.viewParams
  return href('/explore') + searchUrl(query, { viewParams: view === 'map' ? { ...others, view } : others })
}

/** Switches between grid and map. Both show the same results, so switching usually does not load the list again. */
export function ViewToggle({ query, onMap }: { query: SearchQuery; onMap: () => void }) {
  const current = viewOf(query)
  const navigate = useNavigate()
  return (
    <nav className="toggle" aria-label="View">
      {(['grid', 'map'] as const).map((view) => (
        <Link
          key={view}
          to={urlOfView(query, view)}
          aria-current={view === current ? 'true' : undefined}
          preventScrollReset
          {...(view === 'map' && { onPointerEnter: onMap, onFocus: onMap })}
          onClick={(event) => {
            if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            // The grid opens on its first page. After "Load more", only a later page is in memory, so the first is loaded.
            const defaultShouldRevalidate = view === 'grid' && query.page > 1
            // Switches the view in the same frame as the click.
            void navigate(urlOfView(query, view), {
              flushSync: true,
              preventScrollReset: true,
              defaultShouldRevalidate,
            })
          }}
        >
          <Icon name={view} />
          {view === 'grid' ? 'Grid' : 'Map'}
        </Link>
      ))}
    </nav>
  )
}

/** Shown in place of a list that could not be read */
export function ListFailed() {
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
