import { emailPicture } from '../../../../content/site/share-picture.server.ts'
import { config } from '../../../../platform/context.ts'
import { readVineyard } from '../../../../explore/vineyard-page/vineyard-page.server.ts'
import type { Route } from './+types/picture.jpg.ts'

/** Serves the vineyard's picture as JPEG, for email programs. Its URL stays the same when the picture changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ cover_image_url, poster_url }] = await readVineyard(context, params.id)
  return emailPicture(cover_image_url ?? poster_url, context.get(config))
}
