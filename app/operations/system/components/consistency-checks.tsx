import type { z } from 'zod'

import { formatCount } from '../../../platform/text/counts.ts'
import { formatMoment } from '../../../platform/days.ts'
import type { consistencyChecks } from '../../consistency-checks/consistency-check.shapes.ts'

export type Checks = z.infer<typeof consistencyChecks>

/** Lists the latest consistency checks: the progress of the running check, and the results of the others. */
export function ConsistencyChecks({ steps, checks }: Checks) {
  const running = checks.find(({ finished_at }) => finished_at === null)
  return (
    <>
      <div role="status">
        {running && (
          <p>
            <label>
              {running.steps_done} of {steps} parts compared{' '}
              <progress value={running.steps_done} max={steps} />
            </label>
          </p>
        )}
      </div>
      <ul className="plain">
        {checks
          .filter(({ finished_at }) => finished_at !== null)
          .map(({ id, requested_by, requested_at, fault_count, faults }) => (
            <li key={id}>
              <strong>{found(fault_count)}</strong>
              <br />
              <span className="soft small">
                {formatMoment(requested_at)}
                {requested_by && `, requested by ${requested_by}`}
              </span>
              {faults.length > 0 && (
                <details>
                  <summary>Differences</summary>
                  <ul>
                    {faults.map(({ fault, noun, noun_id, detail }) => (
                      <li key={`${fault} ${noun_id} ${detail}`} className="small">
                        {fault}: {noun.replaceAll('_', ' ')} {noun_id} {detail}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
      </ul>
    </>
  )
}

function found(faults: number): string {
  if (faults === 0) return 'Everything agreed.'
  return faults === 1 ? 'One difference was found.' : `${formatCount(faults)} differences were found.`
}
