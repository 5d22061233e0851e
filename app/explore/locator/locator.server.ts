import type { Position } from '../../catalogue/vineyards/position.ts'
import { drawLand } from './land.server.ts'
import { covered, frame, type Locator, tip } from './locator.ts'

/** Draws a small map around any position, in about a millisecond. */
export function drawLocator({ latitude, longitude }: Position): Locator {
  const { land, rivers, labels } = drawLand({ latitude, longitude }, tip, frame, () => covered)
  return { latitude, longitude, land, rivers, labels }
}
