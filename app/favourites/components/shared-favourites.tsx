import type { ReactNode } from 'react'
import { href } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { FoundVineyard } from '../../search/search.server.ts'
import { leftOutText, mostFavourites, savedText } from '../favourites.ts'
import { useFavourites } from './use-favourites.tsx'
import { VineyardCards } from '../../search/components/vineyard-cards.tsx'

/** A list that somebody shares, which needs no script; with one, all of it can be saved. Null: it could not be read. */
export function SharedFavourites({ vineyards, today }: { vineyards: FoundVineyard[] | null; today: Day }) {
  const { favourites, leftOut, saveAll } = useFavourites()
  const missing = (vineyards ?? []).filter(({ id }) => !favourites?.includes(id))
  const isSaved = favourites !== null && missing.length === 0
  const isFull = favourites !== null && favourites.length >= mostFavourites
  const unsaved = isFull ? missing.filter(({ id }) => leftOut.includes(id)).length : 0
  return (
    <>
      <div className="page-head">
        <h1>Vineyards somebody saved</h1>
        <p className="lede">
          Whoever sent you this link likes {vineyards?.length === 1 ? 'this one' : 'these'}.
        </p>
      </div>
      {vineyards === null ? (
        <Notice tone="bad">The vineyards could not be loaded. Please try again in a moment.</Notice>
      ) : vineyards.length === 0 ? (
        <Empty
          title="None of these is listed any more"
          action={<ButtonLink to={href('/explore')}>Explore Vineyards</ButtonLink>}
        >
          The vineyards in this link have left the site, or the link was cut short.
        </Empty>
      ) : (
        <>
          <div className="result-bar">
            <h2>{savedText(vineyards.length)}</h2>
            {isSaved && <p className="soft">All of them are among yours.</p>}
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
        <ButtonLink to={href('/favourites')}>Your own favourites</ButtonLink>
      </p>
    </>
  )
}

/** What found no room, said as soon as it did not. */
export function LeftOut({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div role="status" className="left-out">
      {count > 0 && (
        <Notice tone="wait">
          <p>{leftOutText(count)}</p>
          {children}
        </Notice>
      )}
    </div>
  )
}

/** The same list as a link for others. It holds the vineyards alone and nothing of whoever sends it. */
export function ShareFavourites({ address }: { address: string }) {
  return (
    <section className="space-above measure no-print" aria-labelledby="share-favourites">
      <h2 id="share-favourites" className="as-h3">
        Share these
      </h2>
      <label className="field">
        Anybody with this link sees these vineyards, and nothing of you
        <input className="in" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
    </section>
  )
}
