import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { CardsSkeleton } from '../../ui/skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import type { SearchPage, FoundVineyard } from '../explore.server.ts'

/** Pages read since the document was opened, by their address: only a browser writes here, never the server. */
const read = new Map<string, FoundVineyard[]>()
const mostPagesKept = 200

/**
 * This page's cards with those of the pages before it that were already read, so that the list grows as it is loaded
 * and is whole again after Back. `first` is the page the cards begin with.
 */
export function useCardsSoFar(
  asked: SearchQuery,
  { page, vineyards }: Pick<SearchPage, 'page' | 'vineyards'>,
) {
  const here = searchUrl(asked, { page })
  useEffect(() => {
    if (read.size >= mostPagesKept) read.clear()
    read.set(here, vineyards)
  }, [here, vineyards])

  const pages = [vineyards]
  for (let before = page - 1; before >= 1; before--) {
    const known = read.get(searchUrl(asked, { page: before }))
    if (!known) break
    pages.unshift(known)
  }
  return { cards: pages.flat(), first: page - pages.length + 1 }
}

/** How much of the list stands here, and the ways to the rest: plain links, which with a script make the list grow. */
export function LoadMore({
  asked,
  shown,
  first,
  found: { total, page },
  onPage,
  loading,
}: {
  asked: SearchQuery
  shown: number
  first: number
  found: SearchPage
  onPage: number
  loading: boolean
}) {
  const from = (first - 1) * onPage
  const list = useFocusOnNew(shown, page)
  if (total <= onPage) return null
  return (
    <div className="load-more" ref={list}>
      {loading && <CardsSkeleton label="Loading more vineyards" cards={3} />}
      <p className="soft" role="status">
        {first === 1 ? `${shown} of ${total} shown` : `${from + 1} to ${from + shown} of ${total} shown`}
      </p>
      <div className="row">
        {first > 1 && (
          <ButtonLink to={href('/explore') + searchUrl(asked, { page: first - 1 })} preventScrollReset>
            Earlier vineyards
          </ButtonLink>
        )}
        {from + shown < total && (
          <ButtonLink to={href('/explore') + searchUrl(asked, { page: page + 1 })} replace preventScrollReset>
            Load more
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** The pressed link has moved down or gone: the focus goes on with the first of the new cards. */
function useFocusOnNew(shown: number, page: number) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef({ shown, page })
  useEffect(() => {
    const was = before.current
    before.current = { shown, page }
    if (page !== was.page + 1 || shown <= was.shown) return
    const links = element.current?.parentElement?.querySelectorAll<HTMLElement>('.card h3 a')
    links?.[was.shown]?.focus({ preventScroll: true })
  }, [shown, page])
  return element
}
