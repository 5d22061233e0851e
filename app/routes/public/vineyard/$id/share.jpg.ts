import { sharePicture } from '../../../../media/share-picture.server.ts'
import { config } from '../../../../platform/context.ts'
import { placeOf } from '../../../../vineyards/vineyard.ts'
import { nothingElse, readVineyard } from '../../../../vineyard-page/one-vineyard.server.ts'
import type { Route } from './+types/share.jpg.ts'

/** The preview picture of a shared vineyard. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [vineyard] = await readVineyard(context, params.id, nothingElse)
  const { name: title, cover_image_url: cover } = vineyard
  return sharePicture({ title, line: placeOf(vineyard) || 'A vineyard', cover }, context.get(config))
}
