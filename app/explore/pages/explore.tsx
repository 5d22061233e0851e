import { useEffect, useRef } from 'react'
import { data, Form, href, useLocation } from 'react-router'
import { attempt } from '../../platform/attempt.server.ts'
import { database, log } from '../../platform/context.ts'
import { Bone } from '../../ui/bones.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageHead } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { Hill } from '../../ui/scene.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useSlowNavigation } from '../../ui/slow.ts'
import { exploreVineyards } from '../explore.server.ts'
import { countText, queryOf, readSearch, readTrip } from '../search.ts'
import { VineyardCards, VineyardCardsBones } from '../vineyard-cards.tsx'
import type { Route } from './+types/explore.ts'
import '../explore.css'

const searchField = 'search'

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const search = readSearch(params)
  const found = await attempt(context.get(log), 'The list of vineyards could not be read', () =>
    exploreVineyards(context.get(database), search),
  )
  return data({ search, trip: readTrip(params), found }, { status: found.ok ? 200 : 503 })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const search = loaderData?.search ?? ''
  return pageHead({
    title: search === '' ? 'Vineyards of the United Kingdom' : `Vineyards for ${search}`,
    description:
      'Every vineyard we know in England, Wales, Scotland and Northern Ireland: search by name, town or county, and see which tours and tastings you can book.',
    path: href('/explore') + (search === '' ? '' : queryOf({ search })),
    matches,
  })
}

export default function Explore({ loaderData: { search, trip, found } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const slow = useSlowNavigation()?.pathname === pathname
  useFieldShows(search)
  return (
    <>
      <div className="explore-top">
        <Hill className="top-hill" />
        <div className="wrap">
          <h1>Vineyards</h1>
          <Form action={href('/explore')}>
            <SearchBox
              id={searchField}
              name="search"
              label="Search by location or Vineyard name"
              button="Find Vineyards"
              defaultValue={search}
            />
            {Object.entries(trip).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          </Form>
        </div>
      </div>
      <div className="wrap results">
        {slow ? (
          <Searching />
        ) : found.ok ? (
          <Found {...{ search, trip }} vineyards={found.value} />
        ) : (
          <Failed />
        )}
      </div>
    </>
  )
}

/** After Back the field says what the list shows. It is not made anew for that, so the focus stays in it. */
function useFieldShows(search: string) {
  const shown = useRef(search)
  useEffect(() => {
    // Not on the first run: what was typed before the script came is worth more.
    if (shown.current === search) return
    shown.current = search
    const field = document.getElementById(searchField)
    if (field instanceof HTMLInputElement && field.value.trim() !== search) field.value = search
  }, [search])
}

/** The count line keeps its place, so that nothing jumps. */
function Searching() {
  return (
    <>
      <div className="result-bar">
        <Bone as="title" />
      </div>
      <VineyardCardsBones />
    </>
  )
}

type Found = Pick<Route.ComponentProps['loaderData'], 'search' | 'trip'> & {
  vineyards: Parameters<typeof VineyardCards>[0]['vineyards']
}

function Found({ search, trip, vineyards }: Found) {
  return (
    <>
      <div className="result-bar">
        <div role="status">
          <h2>{countText(vineyards.length, search)}</h2>
        </div>
      </div>
      {vineyards.length > 0 ? (
        <VineyardCards vineyards={vineyards} trip={trip} />
      ) : (
        <NothingFound search={search} />
      )}
    </>
  )
}

function NothingFound({ search }: { search: string }) {
  if (search === '')
    return <Empty title="No vineyards are listed yet">The first ones are still being planted.</Empty>
  return (
    <Empty
      title="No vineyard answers to that"
      action={<ButtonLink to={href('/explore')}>Clear the search</ButtonLink>}
    >
      We looked for “{search}” in names, towns and counties. A shorter word often finds more.
    </Empty>
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
