import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useId } from 'react'

/** A series of bars. The fills differ without colour too, for example in print. */
type ChartSeries = { name: string; look: 'solid' | 'hatched' | 'outline'; values: number[] }

export type ChartProps = {
  /** The labels below the bars. */
  labels: string[]
  /** The series, whose bars are stacked. */
  series: ChartSeries[]
  format: (value: number) => string
}

const text = { fill: 'var(--ink-soft)', fontSize: 13 }

/** The bars of a chart, in a separate file so that recharts loads only where a chart is shown. */
export default function Bars({ labels, series, format }: ChartProps) {
  const hatching = useId()
  const rows = labels.map((label, index) => ({
    label,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[index] ?? 0])),
  }))
  const fillOf = (look: ChartSeries['look']) =>
    look === 'solid' ? 'var(--vine-fill)' : look === 'hatched' ? `url(#${hatching})` : 'transparent'
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <defs>
          <pattern
            id={hatching}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--straw-wash)" />
            <rect width="2.5" height="6" fill="var(--straw-ink)" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={text}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          minTickGap={12}
        />
        <YAxis
          tick={text}
          tickLine={false}
          axisLine={false}
          width={64}
          allowDecimals={false}
          tickFormatter={format}
        />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          formatter={(value) => format(Number(value))}
          contentStyle={{
            background: 'var(--paper)',
            border: '1px solid var(--edge)',
            borderRadius: 'var(--r-2)',
            color: 'var(--ink)',
          }}
          itemStyle={{ color: 'var(--ink)' }}
        />
        {series.map(({ name, look }) => (
          <Bar
            key={name}
            dataKey={name}
            stackId="all"
            fill={fillOf(look)}
            stroke={look === 'solid' ? undefined : 'var(--edge)'}
            strokeWidth={look === 'solid' ? 0 : 1}
            isAnimationActive={false}
            maxBarSize={56}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
