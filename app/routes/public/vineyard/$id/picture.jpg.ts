import { emailPicture } from '../../../../content/site/share-picture.server.ts'
import { config } from '../../../../platform/context.ts'
import { readVineyard } from '../../../../explore/vineyard-page/vineyard-page.server.ts'
import type { Route } from './+types/picture.jpg.ts'

/** The vineyard's picture for emails, whose readers often know only JPEG. Its URL stays when the picture changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ cover_image_url, poster_url }] = await readVineyard(context, params.id)
  return emailPicture(cover_image_url ?? poster_url, context.get(config))
}
