import { readFile } from 'node:fs/promises'

import type { Sql } from '../../app/platform/database.server.ts'
import type { Day } from '../../app/platform/days.ts'
import { readList } from '../../app/vineyards/import/import.ts'
import { importVineyards } from '../../app/vineyards/import/import.server.ts'
import { loadStarterDays } from './days/load.ts'
import { loadDemoEstates } from './demo/load.ts'
import { loadStarterPosts } from './posts/load.ts'

export type CatalogueChoice = 'both' | 'demo' | 'directory' | 'none'
type CatalogueOptions = { which: CatalogueChoice; today: Day; report: (line: string) => void }

const directory = new URL('vineyards.csv', import.meta.url)

/**
 * Loads the real vineyards, the demonstration estates, both or neither, and with any of them the first posts of the blog,
 * all or nothing; the first itineraries come with the estates they lead to. Safe to repeat: what is there stays, what is
 * missing is added. `today` is the London day from which the estates' seasons are reckoned; `report`
 * is told each step. Throws when the project's own list can not be read.
 */
export async function loadCatalogue(sql: Sql, { which, today, report }: CatalogueOptions): Promise<void> {
  if (which === 'none') return report('Catalogue: none, as CATALOGUE says')
  await sql.begin(async (transaction) => {
    if (which !== 'directory') {
      const estates = await loadDemoEstates(transaction, today)
      report(
        `Catalogue: ${estates} demonstration estates loaded${estates === 0 ? ', they are there already' : ''}`,
      )
      const days = await loadStarterDays(transaction)
      if (days > 0) report(`Catalogue: ${days} itineraries loaded`)
    }
    if (which !== 'demo') {
      const list = readList(await readFile(directory), 'the catalogue')
      if (!list.ok) throw new Error(`The project's own list of vineyards: ${list.problem}`)
      const { loaded, filled, unchanged } = await importVineyards(transaction, list.value.entries, report)
      const rest = filled + unchanged > 0 ? `, ${filled} filled, ${unchanged} unchanged` : ''
      report(`Catalogue: ${loaded} vineyards loaded${rest}`)
    }
    const posts = await loadStarterPosts(transaction)
    if (posts > 0) report(`Catalogue: ${posts} posts for the blog loaded`)
  })
}
