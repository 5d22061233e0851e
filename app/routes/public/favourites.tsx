import { useEffect } from 'react'
import { data, href, Link, useFetcher } from 'react-router'
import { isVisitorHere } from '../../staff-client/visitor-session.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { dayOf } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageHead } from '../../ui/head.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'
import { listVineyardCards } from '../../search/search.server.ts'
import { readIds, savedText } from '../../favourites/favourites.ts'
import { LeftOut, ShareFavourites, SharedFavourites } from '../../favourites/components/shared-favourites.tsx'
import { useFavourites } from '../../favourites/components/use-favourites.tsx'
import { VineyardCards, VineyardCardsSkeleton } from '../../search/components/vineyard-cards.tsx'
import type { Route } from './+types/favourites.ts'
import '../../search/components/explore.css'

/**
 * The page itself knows nobody's favourites; its script asks again with the ids this device keeps. An address with ids in
 * it is a list that somebody shares.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = readIds(new URL(request.url).searchParams)
  const now = context.get(clock)()
  const found = await attempt(context.get(log), 'Favourites could not be read', () =>
    listVineyardCards(context.get(database), ids, now),
  )
  const about = { asked: ids.length, today: dayOf(now), site: context.get(config).site_url }
  return data({ ...found, ...about }, { status: found.ok ? 200 : 503 })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageHead({
    title: loaderData && loaderData.asked > 0 ? 'Vineyards somebody saved' : 'Favourites',
    description: 'The vineyards you saved, on this device and wherever you are signed in.',
    path: href('/favourites'),
    matches,
  }),
  { name: 'robots', content: 'noindex' },
]

export default function Favourites({ loaderData: shared }: Route.ComponentProps) {
  const hydrated = useHydrated()
  const isSignedIn = hydrated && isVisitorHere()
  if (shared.asked > 0)
    return (
      <div className="wrap page">
        <SharedFavourites vineyards={shared.ok ? shared.value : null} today={shared.today} />
      </div>
    )
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>Favourites</h1>
        <p className="lede">
          {isSignedIn
            ? 'The vineyards you saved. They are on every device where you are signed in.'
            : 'The vineyards you saved. They are kept in this browser.'}
        </p>
        {hydrated && !isSignedIn && (
          <p>
            To have them on every device, <Link to={href('/sign-in')}>sign in by mail</Link>.
          </p>
        )}
      </div>
      <noscript>
        <Notice tone="info">
          Favourites live in this browser, and showing them needs JavaScript, which is off.
        </Notice>
      </noscript>
      <NoRoom />
      <Saved site={shared.site} />
    </div>
  )
}

/** What was to be saved while the list was full, until somebody has seen it. */
function NoRoom() {
  const { favourites, leftOut, forgetLeftOut } = useFavourites()
  return (
    <LeftOut count={favourites === null ? 0 : leftOut.length}>
      <p className="row">
        <Link to={`${href('/favourites')}?ids=${leftOut.join(',')}`}>
          {leftOut.length === 1 ? 'See which one' : 'See which ones'}
        </Link>
        <Button type="button" small variant="text" onClick={forgetLeftOut}>
          Never mind
        </Button>
      </p>
    </LeftOut>
  )
}

function Saved({ site }: { site: string }) {
  const { favourites } = useFavourites()
  const asked = favourites?.join(',') ?? ''
  const { load, data: found } = useFetcher<typeof loader>()
  useEffect(() => {
    if (asked !== '') void load(`${href('/favourites')}?ids=${asked}`)
  }, [asked, load])

  if (favourites === null) return null
  if (favourites.length === 0 || (found?.ok && found.value.length === 0)) return <NothingSaved />
  if (!found) return <VineyardCardsSkeleton />
  if (!found.ok) {
    return (
      <Notice tone="bad">
        <p>Your favourites could not be loaded. They are still kept here.</p>
        <p>
          <Button type="button" onClick={() => load(`${href('/favourites')}?ids=${asked}`)}>
            Try Again
          </Button>
        </p>
      </Notice>
    )
  }
  return (
    <>
      <div className="result-bar">
        <h2>{savedText(found.value.length)}</h2>
      </div>
      <VineyardCards vineyards={found.value} today={found.today} />
      <ShareFavourites
        address={`${site}${href('/favourites')}?ids=${found.value.map(({ id }) => id).join(',')}`}
      />
    </>
  )
}

function NothingSaved() {
  return (
    <Empty
      title="Nothing saved yet"
      action={<ButtonLink to={href('/explore')}>Explore Vineyards</ButtonLink>}
    >
      On a vineyard’s page, “Save to Favorites” puts it here.
    </Empty>
  )
}
