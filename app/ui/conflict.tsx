import type { ReactNode } from 'react'

import { Notice } from './notice.tsx'

/** One thing that somebody else changed: as it was when this page was opened, as it is now, and as it is in this form. */
export type Difference = { label: string; before: string; theirs: string; mine: string }

/** Somebody else saved first. What they changed is shown beside what is in the form, and `children` are the ways on. */
export function Conflict({ differences, children }: { differences: Difference[]; children: ReactNode }) {
  return (
    <div data-refusal tabIndex={-1}>
      <Notice tone="bad">
        <p>
          <strong>Somebody else has saved this meanwhile.</strong> Nothing of yours is lost, and nothing of
          theirs is overwritten.
        </p>
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">It was</th>
              <th scope="col">They saved</th>
              <th scope="col">You have</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, before, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-label="It was:">{before || 'nothing'}</td>
                <td data-label="They saved:">{theirs || 'nothing'}</td>
                <td data-label="You have:">{mine || 'nothing'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="row">{children}</div>
      </Notice>
    </div>
  )
}
