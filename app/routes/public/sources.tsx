import { href } from 'react-router'

import { findPostcodeList } from '../../catalogue/locations/postcode.server.ts'
import { readTextPage } from '../../content/guide/guide.server.ts'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import { readOr } from '../../platform/attempt.server.ts'
import { headOf } from '../../ui/page/head.ts'
import type { Route } from './+types/sources.ts'

/** Loads the page. If there is a list of postcodes, its licence requires a credit with its year. */
export async function loader({ context }: Route.LoaderArgs) {
  const list = await readOr(context, 'The list of postcodes could not be read', undefined, findPostcodeList)
  return readTextPage('sources', { postcode_year: list?.year || null })
}

export const meta = headOf({
  title: 'Data and sources',
  description:
    'Where the entries on Chalk & Vine come from, what Verified and Unverified mean, how a vineyard claims or corrects its page, and who made the maps.',
  path: href('/sources'),
})

export default function Sources({ loaderData: page }: Route.ComponentProps) {
  return <ProsePage page={page} />
}
