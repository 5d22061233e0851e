import type { Disk } from 'flydrive'
import { createHash } from 'node:crypto'

import { convertDrawing } from '../../platform/media/convert.server.ts'
import { picturePath, posterName } from '../../platform/media/picture.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { hasPosition } from '../vineyards/position.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { kilometresToCoast } from './coast-distance.server.ts'
import { drawPoster } from './poster.ts'
import type { PosterFacts } from './plan.ts'

/** The version of the drawings. Increase it when the drawings change, so that all posters are drawn again. */
const drawingVersion = 1

type Due = Pick<Vineyard, 'id' | 'latitude' | 'longitude' | 'region'> & { turn: number; revision: number }

/**
 * Draws and stores the next due poster of a visible vineyard without a photograph. Returns false if no poster is due. The
 * database stores which posters are due, so another process may continue at any time.
 */
export async function drawNextPoster(sql: Queryable, store: Disk, log: Log): Promise<boolean> {
  const [due] = await sql<[Due?]>`
    select v.id, v.latitude, v.longitude, v.region, p.turn, p.revision
    from vineyard_posters p join vineyards v on v.id = p.vineyard_id
    where p.drawing_version < ${drawingVersion} and v.is_visible and v.cover_image_url is null
    order by p.drawing_version, p.turn
    limit 1`
  if (!due) return false

  const name = posterName(hashOf([drawingVersion, due]))
  // If a poster cannot be drawn, its vineyard keeps the placeholder, and drawing continues with the next poster.
  const files = await attempt(log, 'A poster could not be drawn', () =>
    convertDrawing(drawPoster(factsOf(due)), name),
  )
  if (files.ok) for (const file of files.value) await store.put(file.name, file.bytes)
  // Does nothing if the vineyard has changed in the meantime. A nightly job deletes the files of the previous poster.
  await sql`
    update vineyard_posters
    set drawing_version = ${drawingVersion}, address = ${files.ok ? picturePath(name) : null}
    where vineyard_id = ${due.id} and revision = ${due.revision}`
  return true
}

function factsOf(due: Due): PosterFacts {
  const { id, turn } = due
  const region = due.region ?? ''
  if (!hasPosition(due)) return { id, turn, region, ...unknownPosition }
  const { latitude, longitude } = due
  return { id, turn, region, latitude, longitude, coast: kilometresToCoast({ latitude, longitude }) }
}

/** The facts that stand in for an unknown position: far from the sea in the south of England. */
const unknownPosition = { latitude: 51.8, longitude: -1.2, coast: 40 }

function hashOf(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}
