import { lazy, type ReactNode, Suspense } from 'react'

import { SkeletonBlock } from '../page/skeleton.tsx'
import type { ChartProps } from './bars.tsx'
import './chart.css'

const Bars = lazy(() => import('./bars.tsx'))

/** A bar chart, followed by a table of the same figures. Loads recharts on first use. */
export function Chart({
  title,
  head,
  children,
  ...drawn
}: ChartProps & {
  title: string
  /** The heading of the labels, such as "Day". */
  head: string
  /** A description of the chart. */
  children?: ReactNode
}) {
  const { labels, series, format } = drawn
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        {children && <p className="soft small">{children}</p>}
        {series.length > 1 && (
          <ul className="chart-legend">
            {series.map(({ name, look }) => (
              <li key={name}>
                <span className={`chart-key fill-${look}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div className="chart-field" aria-hidden="true">
        <Suspense fallback={<SkeletonBlock as="picture" />}>
          <Bars {...drawn} />
        </Suspense>
      </div>
      <details>
        <summary>These figures as a table</summary>
        <div className="chart-table">
          <table>
            <caption className="sr">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="r">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map(({ name, values }) => (
                    <td key={name} className="num r">
                      {format(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
