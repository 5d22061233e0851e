import { useEffect, useRef, useState, type ReactNode } from 'react'
import { data, href, Link, useFetcher } from 'react-router'
import { isVisitorSignedIn } from '../../staff-client/visitor-session.ts'
import { readOr } from '../../platform/attempt.server.ts'
import { clock, config } from '../../platform/context.ts'
import { dayOf, type Day } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { focusOnPage } from '../../ui/focus.tsx'
import { pageHead } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { useHydrated } from '../../ui/page/hydrated.ts'
import type { KeptPage } from '../../ui/page/missing-answer.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { listVineyardCards, type FoundVineyard } from '../../explore/search/search.server.ts'
import { readIds, savedText, leftOutText, mostFavourites } from '../../explore/favourites/favourites.ts'
import { useFavourites } from '../../explore/favourites/components/favourite-button.tsx'
import { VineyardCards, VineyardCardsSkeleton } from '../../explore/search/components/vineyard-cards.tsx'
import type { Route } from './+types/favourites.ts'
import '../../explore/search/components/explore.css'

/** Loads the vineyards of `?ids=`. The ids come from a shared link, or from the list stored on this device. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = readIds(new URL(request.url).searchParams)
  const now = context.get(clock)()
  const vineyards = await readOr(context, 'Favourites could not be read', null, (sql) =>
    listVineyardCards(sql, ids, now),
  )
  const page = { requested: ids.length, today: dayOf(now), site: context.get(config).site_url }
  return data({ vineyards, ...page }, { status: vineyards ? 200 : 503 })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageHead({
    title: loaderData && loaderData.requested > 0 ? 'A shared list of vineyards' : 'Favourites',
    description: 'The vineyards you saved, on this device and wherever you are signed in.',
    path: href('/favourites'),
    robots: 'noindex',
    matches,
  })

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  missing: ({ vineyards }) => (vineyards ? null : 'failed'),
  // A page that was loaded without ids has no vineyards to show again.
  marked: (last) => (last.requested > 0 ? last : { ...last, vineyards: null }),
}

export default function Favourites({ loaderData: shared }: Route.ComponentProps) {
  const hydrated = useHydrated()
  const isSignedIn = hydrated && isVisitorSignedIn()
  if (shared.requested > 0)
    return (
      <div className="wrap page">
        <SharedFavourites vineyards={shared.vineyards} today={shared.today} />
      </div>
    )
  return (
    <div className="wrap page">
      <PageHeading
        title="Favourites"
        lede={
          isSignedIn
            ? 'The vineyards you saved. You’ll find them on every device where you’re signed in.'
            : 'The vineyards you saved, stored in this browser.'
        }
      >
        {hydrated && !isSignedIn && (
          <p>
            To see them on all your devices, <Link to={href('/sign-in')}>sign in by email</Link>.
          </p>
        )}
      </PageHeading>
      <noscript>
        <Notice tone="info">
          Favourites are stored in this browser. Showing them needs JavaScript, which is turned off.
        </Notice>
      </noscript>
      <LeftOutNotice />
      <Saved site={shared.site} />
    </div>
  )
}

const listUrl = (ids: string[]) => `${href('/favourites')}?ids=${ids.join(',')}`

/** Names the vineyards that could not be saved because the list was full. */
function LeftOutNotice() {
  const { favourites, leftOut, clearLeftOut } = useFavourites()
  return (
    <LeftOut count={favourites === null ? 0 : leftOut.length}>
      <p className="row">
        <Link to={listUrl(leftOut)}>{leftOut.length === 1 ? 'See which one' : 'See which ones'}</Link>
        <Button type="button" small variant="text" onClick={clearLeftOut}>
          Dismiss
        </Button>
      </p>
    </LeftOut>
  )
}

function Saved({ site }: { site: string }) {
  const { favourites, saveAll } = useFavourites()
  const url = favourites && favourites.length > 0 ? listUrl(favourites) : null
  const { load, data: saved } = useFetcher<typeof loader>()
  useEffect(() => {
    if (url !== null) void load(url)
  }, [url, load])
  const count = (url !== null && saved?.vineyards?.length) || 0
  const before = useRef(count)
  useEffect(() => {
    // The pressed heart has disappeared with its card, or the Undo with its notice.
    if (count !== before.current) focusOnPage()
    before.current = count
  }, [count])
  const [last, setLast] = useState(favourites)
  const [removed, setRemoved] = useState<FoundVineyard | null>(null)
  if (favourites !== last) {
    const isGone = ({ id }: FoundVineyard) => last?.includes(id) && !favourites?.includes(id)
    setLast(favourites)
    setRemoved(saved?.vineyards?.find(isGone) ?? null)
  }

  if (favourites === null) return null
  return (
    <>
      <div role="status" className="missing-vineyards">
        {removed && (
          <Notice tone="info">
            <p className="row">
              <span>{removed.name} is no longer saved.</span>
              <Button type="button" small variant="text" onClick={() => saveAll([removed.id])}>
                Undo<span className="sr"> removing {removed.name}</span>
              </Button>
            </p>
          </Notice>
        )}
      </div>
      <SavedList saved={saved} isEmpty={url === null} site={site} onRetry={() => url !== null && load(url)} />
    </>
  )
}

type Loaded = ReturnType<typeof useFetcher<typeof loader>>['data']

function SavedList({
  saved,
  isEmpty,
  site,
  onRetry,
}: {
  saved: Loaded
  isEmpty: boolean
  site: string
  onRetry: () => void
}) {
  if (isEmpty || saved?.vineyards?.length === 0)
    return (
      <Empty
        title="Nothing saved yet"
        action={<ButtonLink to={href('/explore')}>Explore Vineyards</ButtonLink>}
      >
        Press the heart on a vineyard’s card, or “Save to Favorites” on its page, to add it to this list.
      </Empty>
    )
  if (!saved) return <VineyardCardsSkeleton />
  const { vineyards, today } = saved
  if (!vineyards)
    return (
      <Notice tone="bad">
        <p>Your favourites could not be loaded. They are still saved in this browser.</p>
        <p>
          <Button type="button" onClick={onRetry}>
            Try Again
          </Button>
        </p>
      </Notice>
    )
  return (
    <>
      <div className="result-bar">
        <h2>{savedText(vineyards.length)}</h2>
      </div>
      <VineyardCards vineyards={vineyards} today={today} />
      <section className="space-above measure no-print" aria-labelledby="share-favourites">
        <h2 id="share-favourites" className="as-h3">
          Share this list
        </h2>
        <label className="field">
          Anyone with this link can see this list, but nothing about you
          <input
            className="in"
            readOnly
            value={site + listUrl(vineyards.map(({ id }) => id))}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      </section>
    </>
  )
}

/** Shows a shared list, or a notice if `vineyards` is null. With JavaScript, visitors can save all vineyards of the list. */
function SharedFavourites({ vineyards, today }: { vineyards: FoundVineyard[] | null; today: Day }) {
  const { favourites, leftOut, saveAll } = useFavourites()
  const missing = (vineyards ?? []).filter(({ id }) => !favourites?.includes(id))
  const isSaved = favourites !== null && missing.length === 0
  const isFull = favourites !== null && favourites.length >= mostFavourites
  const unsaved = isFull ? missing.filter(({ id }) => leftOut.includes(id)).length : 0
  return (
    <>
      <PageHeading
        title="A shared list of vineyards"
        lede={`Someone shared ${vineyards?.length === 1 ? 'this vineyard' : 'these vineyards'} with you.`}
      />
      {vineyards === null ? (
        <Notice tone="bad">The vineyards could not be loaded. Please try again in a moment.</Notice>
      ) : vineyards.length === 0 ? (
        <Empty
          title="These vineyards are no longer listed"
          action={<ButtonLink to={href('/explore')}>Explore Vineyards</ButtonLink>}
        >
          The vineyards in this link are no longer on the site, or the link is incomplete.
        </Empty>
      ) : (
        <>
          <div className="result-bar">
            <h2>{savedText(vineyards.length)}</h2>
            {isSaved && <p className="soft">You’ve saved all of them.</p>}
            {favourites !== null && !isSaved && (
              <Button type="button" small icon="heart" onClick={() => saveAll(vineyards.map(({ id }) => id))}>
                Save all to Favorites
              </Button>
            )}
          </div>
          <LeftOut count={unsaved} />
          <VineyardCards vineyards={vineyards} today={today} />
        </>
      )}
      <p className="row space-above">
        <ButtonLink to={href('/favourites')}>Your favourites</ButtonLink>
      </p>
    </>
  )
}

function LeftOut({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div role="status" className="missing-vineyards">
      {count > 0 && (
        <Notice tone="wait">
          <p>{leftOutText(count)}</p>
          {children}
        </Notice>
      )}
    </div>
  )
}
