import { readFile } from 'node:fs/promises'

import type { Sql } from '../../app/platform/database/database.server.ts'
import type { Day } from '../../app/platform/days.ts'
import { readList } from '../../app/moving-in/vineyards/vineyard-import.ts'
import { importVineyards } from '../../app/moving-in/vineyards/vineyard-import.server.ts'
import { loadStarterDays } from './days/days.ts'
import { loadDemoEstates } from './demo/load.ts'
import { loadStarterPosts } from './posts/posts.ts'

export type CatalogueChoice = 'both' | 'demo' | 'directory' | 'none'
type CatalogueOptions = { which: CatalogueChoice; today: Day; report: (line: string) => void }

const directory = new URL('vineyards.csv', import.meta.url)

/**
 * Loads the real vineyards, the demonstration estates with the first itineraries, or both, and the first blog posts, in one
 * transaction. Adds only missing rows, so it can be repeated. `today` is the London day from which the estates' seasons are
 * computed; `report` gets a line for each step. Throws if the project's own list of vineyards is invalid.
 */
export async function loadCatalogue(sql: Sql, { which, today, report }: CatalogueOptions): Promise<void> {
  if (which === 'none') return report('Catalogue: none, because CATALOGUE is none')
  await sql.begin(async (transaction) => {
    if (which !== 'directory') {
      const estates = await loadDemoEstates(transaction, today)
      report(
        `Catalogue: ${estates} demonstration estates loaded${estates === 0 ? ', because they exist already' : ''}`,
      )
      const days = await loadStarterDays(transaction)
      if (days > 0) report(`Catalogue: ${days} itineraries loaded`)
    }
    if (which !== 'demo') {
      const list = readList(await readFile(directory), 'the catalogue')
      if (!list.ok) throw new Error(`The project's own list of vineyards: ${list.problem}`)
      const { loaded, filled, unchanged } = await importVineyards(transaction, list.value.entries)
      const rest = filled + unchanged > 0 ? `, ${filled} filled, ${unchanged} unchanged` : ''
      report(`Catalogue: ${loaded} vineyards loaded${rest}`)
    }
    const posts = await loadStarterPosts(transaction)
    if (posts > 0) report(`Catalogue: ${posts} blog posts loaded`)
  })
}
