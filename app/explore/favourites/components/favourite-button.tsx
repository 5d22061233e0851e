import { useMemo, useSyncExternalStore } from 'react'

import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { device, sendChanges, storedList, syncDevice, watchDevice } from '../device-favourites.ts'
import {
  favouritesKey,
  leftOutKey,
  leftOutText,
  mostFavourites,
  readFavourites,
  toggled,
  withSaved,
} from '../favourites.ts'

/** A button that saves a vineyard as a favourite, or removes the favourite. Invisible until hydration. */
export function FavouriteButton({ id }: { id: string }) {
  const { favourites, leftOut, toggle } = useFavourites()
  const saved = favourites?.includes(id) ?? false
  const isFull = favourites !== null && favourites.length >= mostFavourites
  const isLeftOut = isFull && leftOut.includes(id)
  return (
    <>
      <Button
        type="button"
        small
        icon="heart"
        aria-pressed={saved}
        className={favourites === null ? 'invisible' : undefined}
        onClick={() => toggle(id)}
      >
        {saved ? 'Saved' : 'Save to Favorites'}
      </Button>
      <p className={isLeftOut ? 'favourite-full small' : 'sr'} role="status">
        {isLeftOut && leftOutText(1)}
      </p>
    </>
  )
}

/** A heart on a vineyard's card that saves the vineyard as a favourite, or removes the favourite. */
export function FavouriteHeart({ vineyard: { id, name } }: { vineyard: { id: string; name: string } }) {
  const { favourites, leftOut, toggle } = useFavourites()
  const isLeftOut = favourites !== null && favourites.length >= mostFavourites && leftOut.includes(id)
  return (
    <>
      <button
        type="button"
        className={favourites === null ? 'heart invisible' : 'heart'}
        aria-label={`Save ${name} to Favorites`}
        aria-pressed={favourites?.includes(id) ?? false}
        onClick={() => toggle(id)}
      >
        <Icon name="heart" />
      </button>
      {isLeftOut && (
        <p className="favourite-full small" role="alert">
          {leftOutText(1)}
        </p>
      )}
    </>
  )
}

/**
 * Returns the favourites of this device, shared by all tabs; null before hydration. `leftOut` has the ids that did not
 * fit.
 */
export function useFavourites() {
  const storedFavourites = useSyncExternalStore(subscribe, readFavouritesText, () => undefined)
  const storedLeftOut = useSyncExternalStore(watchDevice, readLeftOutText, () => null)
  const favourites = useMemo(
    () => (storedFavourites === undefined ? null : readFavourites(storedFavourites)),
    [storedFavourites],
  )
  const leftOut = useMemo(() => readFavourites(storedLeftOut), [storedLeftOut])
  return { favourites, leftOut, toggle, saveAll, clearLeftOut: device.clearLeftOut }
}

const readFavouritesText = () => storedList(favouritesKey)
const readLeftOutText = () => storedList(leftOutKey)

function toggle(id: string) {
  save(toggled(device.read(), id))
}

/** Adds the vineyards of a shared list, as many as fit. */
function saveAll(ids: string[]) {
  save(withSaved(device.read(), ids))
}

function save({ favourites, left_out }: ReturnType<typeof toggled>) {
  const before = device.read()
  const removed = before.filter((id) => !favourites.includes(id))
  // The first vineyard is sent last, because the account lists the newest first.
  const added = favourites.filter((id) => !before.includes(id)).toReversed()
  device.write(favourites)
  device.leaveOut(left_out)
  sendChanges({ removed, added })
}

let subscribers = 0

/** Subscribes to the favourites. The first subscriber of a page also synchronises with the account. */
function subscribe(onChange: () => void) {
  if (subscribers++ === 0) syncDevice()
  const stop = watchDevice(onChange)
  return () => {
    subscribers--
    stop()
  }
}
