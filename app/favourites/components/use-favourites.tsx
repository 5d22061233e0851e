import { useMemo, useSyncExternalStore } from 'react'

import { device, storedList, watchDevice } from '../device-favourites.ts'
import { favouritesKey, leftOutKey, readFavourites, toggled, withSaved } from '../favourites.ts'
import { joinHere, tellHere } from '../join-favourites.ts'

/**
 * The favourites of this device, the same in every tab; null on the server and until the script has them. `leftOut` is
 * what was to be saved and found no room.
 */
export function useFavourites() {
  const stored = useSyncExternalStore(subscribe, readStored, () => undefined)
  const beside = useSyncExternalStore(watchDevice, readLeftOut, () => null)
  const favourites = useMemo(() => (stored === undefined ? null : readFavourites(stored)), [stored])
  const leftOut = useMemo(() => readFavourites(beside), [beside])
  return { favourites, leftOut, toggle, saveAll, forgetLeftOut: device.forgetLeftOut }
}

const readStored = () => storedList(favouritesKey)
const readLeftOut = () => storedList(leftOutKey)

function toggle(id: string) {
  save(toggled(device.read(), id))
}

/** Adds what somebody else has picked, as far as there is room. */
function saveAll(ids: string[]) {
  save(withSaved(device.read(), ids))
}

function save({ favourites, left_out }: ReturnType<typeof toggled>) {
  const before = device.read()
  const gone = before.filter((id) => !favourites.includes(id))
  // The one in front is told last: the account's newest stand first as well.
  const added = favourites.filter((id) => !before.includes(id)).toReversed()
  device.write(favourites)
  device.leaveOut(left_out)
  tellHere({ gone, added })
}

let watching = 0

function subscribe(hear: () => void) {
  // The first who wants to know on this page brings what the account knows.
  if (watching++ === 0) joinHere()
  const stop = watchDevice(hear)
  return () => {
    watching--
    stop()
  }
}
