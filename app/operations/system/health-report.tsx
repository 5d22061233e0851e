import { apiFor } from '../../staff-client/staff-area.ts'
import { load } from '../../staff-client/load.ts'
import type { consistencyCheckApi } from '../consistency-checks/consistency-check.api.ts'
import type { backupApi } from './backups.api.ts'
import { backupTrouble, healthOf } from './health.ts'
import type { systemApi } from './system.api.ts'

export const backups = apiFor<typeof backupApi>('admin', '/api/backups')
export const checks = apiFor<typeof consistencyCheckApi>('admin', '/api/consistency_checks')

/** Returns the state of the system, its consistency checks and its backups. `read_at` is in milliseconds. */
export async function loadHealth(request: Request) {
  const [report, ledger, copies] = await Promise.all([
    load(request, apiFor<typeof systemApi>('admin', '/api/system').index.$get()),
    load(request, checks.index.$get()),
    load(request, backups.index.$get()),
  ])
  return { report, ledger, copies, read_at: performance.timeOrigin + performance.now() }
}

/** Returns one sentence for each problem of the system. */
export function troublesOf({ report, ledger, copies, read_at }: Awaited<ReturnType<typeof loadHealth>>) {
  return [...healthOf(report, ledger.checks, read_at), backupTrouble(copies, read_at)].filter(
    (sentence) => sentence !== null,
  )
}
