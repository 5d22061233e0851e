import { experienceNoun } from '../app/catalogue/experiences/experience.server.ts'
import { vineyardNoun } from '../app/catalogue/vineyards/vineyard.server.ts'
import { changeRow, type RowEditProblem } from '../app/people/accounts/staff-edit.server.ts'
import type { Staff } from '../app/people/sign-in/actor.ts'
import type { Queryable } from '../app/platform/database/database.server.ts'
import type { Result } from '../app/platform/result.ts'

type Edited = Promise<Result<{ version: string }, RowEditProblem>>

/** Puts an experience on sale, or takes it off sale. */
export function setExperienceActive(
  sql: Queryable,
  id: string,
  is_active: boolean,
  { by }: { by: Staff },
  now: Date,
): Edited {
  return changeRow(sql, experienceNoun, id, { is_active }, { by, seen: null }, now)
}

/** Shows or hides a vineyard with all its experiences. */
export function setVineyardVisible(
  sql: Queryable,
  id: string,
  is_visible: boolean,
  { by }: { by: Exclude<Staff, { actor: 'winemaker' }> },
  now: Date,
): Edited {
  return changeRow(sql, vineyardNoun, id, { is_visible }, { by, seen: null }, now)
}
