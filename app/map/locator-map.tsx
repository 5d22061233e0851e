import inset from '../../basemap/inset.json' with { type: 'json' }
import type { Backdrop } from './map-backdrop.ts'
import { MapCredit } from './map-credit.tsx'
import { OpenableMap } from './openable-map.tsx'
import { frame, type Locator, onStamp, scaleBar, stamp, tip } from './locator.ts'

/** Where a place lies, as a picture that opens into a map; `name` says which place to those who cannot see it. */
export function LocatorMap({
  locator,
  name,
  backdrop,
}: {
  locator: Locator
  name: string
  backdrop: Backdrop | null
}) {
  return (
    <figure className="locator">
      <OpenableMap
        place={locator}
        name={name}
        backdrop={backdrop}
        picture={<Picture locator={locator} name={name} />}
      />
      <figcaption>
        <MapCredit backdrop={null} />
        {backdrop && (
          <>
            {' · '}
            <MapCredit backdrop={backdrop} />
          </>
        )}
      </figcaption>
    </figure>
  )
}

function Picture({ locator, name }: { locator: Locator; name: string }) {
  const towns = locator.labels.map((label) => label.name)
  const near = towns.length > 0 ? `, in the country round ${towns.slice(0, 3).join(', ')}` : ''
  return (
    <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={`Map: ${name}${near}`}>
      <path className="locator-land" d={locator.land} />
      {locator.labels.map(({ name: town, dot, textX, textY, anchor }) => (
        <g key={`${town} ${textX} ${textY}`}>
          {dot && <circle className="locator-town" cx={dot.x} cy={dot.y} r="2.5" />}
          <text x={textX} y={textY} textAnchor={anchor}>
            {town}
          </text>
        </g>
      ))}
      <g className="locator-scale">
        <path d={`M${scaleBar.x} ${scaleBar.y - 4}v4h${Math.round(scaleBar.width)}v-4`} />
        <text x={scaleBar.x + scaleBar.width / 2} y={scaleBar.y - 4} textAnchor="middle">
          {scaleBar.text}
        </text>
      </g>
      <Stamp locator={locator} />
      <Pin />
    </svg>
  )
}

function Stamp({ locator }: { locator: Locator }) {
  const dot = onStamp(locator)
  if (!dot) return null
  return (
    <svg x={stamp.x} y={stamp.y} width={stamp.width} height={stamp.height} className="locator-stamp">
      <rect width={stamp.width} height={stamp.height} rx="3" />
      <path d={inset.land} transform="translate(2 2)" />
      <circle cx={dot.x} cy={dot.y} r="3" />
    </svg>
  )
}

/** The figure cut in the turf, on a pin whose tip is the place. */
function Pin() {
  return (
    <g transform={`translate(${tip.x - 22} ${tip.y - 56})`}>
      <path
        className="locator-pin"
        d="M22 56C12 42 4 34 4 21a18 18 0 0 1 36 0c0 13-8 21-18 35z"
        strokeWidth="2"
      />
      <svg x="12" y="7" width="20" height="26" className="locator-figure">
        <use href="#figure" />
      </svg>
    </g>
  )
}
