import { Button } from '../ui/button.tsx'
import { useFavourites } from './use-favourites.tsx'

/** Keeps a vineyard on this device. Out of sight until the script that does it is there. */
export function FavouriteButton({ id }: { id: string }) {
  const { favourites, toggle } = useFavourites()
  const saved = favourites?.includes(id) ?? false
  return (
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
  )
}
