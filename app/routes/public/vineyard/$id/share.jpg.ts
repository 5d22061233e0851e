import { sharePicture } from '../../../../content/site/share-picture.server.ts'
import { config } from '../../../../platform/context.ts'
import { locationOf } from '../../../../catalogue/vineyards/vineyard.ts'
import { readVineyard } from '../../../../explore/vineyard-page/vineyard-page.server.ts'
import type { Route } from './+types/share.jpg.ts'

/** Serves the preview picture of a shared vineyard. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [vineyard] = await readVineyard(context, params.id)
  const { name: title, cover_image_url, poster_url } = vineyard
  return sharePicture(
    { title, line: locationOf(vineyard) || 'A vineyard', cover: cover_image_url ?? poster_url },
    context.get(config),
  )
}
