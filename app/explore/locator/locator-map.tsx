import inset from '../../../basemap/inset.json'
import { type Backdrop, MapCredit } from '../map/map-backdrop.tsx'
import { Ground, ScaleBar } from './ground.tsx'
import { frame, type Locator, onStamp, scaleBar, stamp, tip } from './locator.ts'
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useHydrated } from '../../ui/page/hydrated.ts'
import type InteractiveLocator from '../map/interactive-locator.tsx'

type State =
  | 'closed'
  | 'opening'
  | 'failed'
  | { Loaded: ComponentType<ComponentProps<typeof InteractiveLocator>> }

/**
 * A small drawn map of the area around a position. With JavaScript, a button replaces the drawing with an interactive map of the
 * same size, whose code is loaded only then.
 */
export function LocatorMap({
  locator,
  name,
  backdrop,
}: {
  locator: Locator
  name: string
  backdrop: Backdrop | null
}) {
  const hydrated = useHydrated()
  const [state, setState] = useState<State>('closed')
  const wasOpen = useRef(false)

  const open = () => {
    wasOpen.current = false
    setState('opening')
    import('../map/interactive-locator.tsx').then(
      (module) => setState({ Loaded: module.default }),
      () => setState('failed'),
    )
  }
  const close = () => {
    wasOpen.current = true
    setState('closed')
  }

  return (
    <figure className="locator">
      <div className="locator-frame">
        {typeof state === 'object' ? (
          <state.Loaded
            {...{ name, backdrop }}
            position={locator}
            onClose={close}
            onFailure={() => setState('failed')}
          />
        ) : (
          <Picture locator={locator} name={name} />
        )}
        {hydrated && (state === 'closed' || state === 'opening') && (
          <button
            ref={(button) => {
              // Returns the focus to the button after the map was closed.
              if (button && wasOpen.current) button.focus({ preventScroll: true })
            }}
            type="button"
            className="locator-open no-print"
            aria-label={`Open the map of ${name}`}
            aria-disabled={state === 'opening'}
            onClick={open}
          >
            <span>
              <Icon name="map" />
              {state === 'opening' ? 'Opening …' : 'Open the map'}
            </span>
          </button>
        )}
        {state === 'failed' && (
          <p className="locator-trouble" role="status">
            The map could not be opened in this browser.
          </p>
        )}
      </div>
      <figcaption>
        <MapCredit backdrop={backdrop} withDrawing />
      </figcaption>
    </figure>
  )
}

function Picture({ locator, name }: { locator: Locator; name: string }) {
  const towns = locator.labels.map((label) => label.name)
  const near = towns.length > 0 ? `, near ${towns.slice(0, 3).join(', ')}` : ''
  const dot = onStamp(locator)
  return (
    <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={`Map: ${name}${near}`}>
      <Ground {...locator} />
      <ScaleBar y={scaleBar.y} width={scaleBar.width} text={scaleBar.text} />
      {dot && (
        <svg x={stamp.x} y={stamp.y} width={stamp.width} height={stamp.height} className="locator-stamp">
          <rect width={stamp.width} height={stamp.height} rx="3" />
          <path d={inset.land} transform="translate(2 2)" />
          <circle cx={dot.x} cy={dot.y} r="3" />
        </svg>
      )}
      {/* A pin with the hill figure. The tip of the pin marks the position. */}
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
    </svg>
  )
}
