import { type Locator, scaleBar } from './locator.ts'

/** The land, rivers and named towns of a drawn map. The dot of a town with a station is drawn like the front of a train. */
export function Ground({ land, rivers, labels }: Pick<Locator, 'land' | 'rivers' | 'labels'>) {
  return (
    <>
      <path className="locator-land" d={land} />
      {rivers !== '' && <path className="locator-river" d={rivers} />}
      {labels.map(({ name, dot, textX, textY, anchor, has_station }) => (
        <g key={`${name} ${textX} ${textY}`}>
          {dot && !has_station && <circle className="locator-town" cx={dot.x} cy={dot.y} r="2.5" />}
          {dot && has_station && (
            <path className="locator-station" d={`M${dot.x - 3.5} ${dot.y - 4.5}h7v9h-7zm1.5 2v3h4v-3z`} />
          )}
          <text x={textX} y={textY} textAnchor={anchor}>
            {name}
          </text>
        </g>
      ))}
    </>
  )
}

/** The scale at the bottom left of a drawn map. `y` is its bottom, and `width` its length in units of the drawing. */
export function ScaleBar({ y, width, text }: { y: number; width: number; text: string }) {
  return (
    <g className="locator-scale">
      <path d={`M${scaleBar.x} ${y - 4}v4h${Math.round(width)}v-4`} />
      <text x={scaleBar.x + width / 2} y={y - 4} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
