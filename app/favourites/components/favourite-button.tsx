import { Button } from '../../ui/button.tsx'
import { leftOutText, mostFavourites } from '../favourites.ts'
import { useFavourites } from './use-favourites.tsx'

/** Keeps a vineyard on this device. Out of sight until the script that does it is there. */
export function FavouriteButton({ id }: { id: string }) {
  const { favourites, leftOut, toggle } = useFavourites()
  const saved = favourites?.includes(id) ?? false
  const isFull = favourites !== null && favourites.length >= mostFavourites
  const said = isFull && leftOut.includes(id)
  return (
    <>
      <Button
        type="button"
        small
        icon="heart"
        aria-pressed={saved}
        className={favourites === null ? 'favourite invisible' : 'favourite'}
        onClick={() => toggle(id)}
      >
        {saved ? 'Saved' : 'Save to Favorites'}
      </Button>
      <p className={said ? 'favourite-full small' : 'sr'} role="status">
        {said && leftOutText(1)}
      </p>
    </>
  )
}
