import { lazy, Suspense, useRef, useState } from 'react'

import type { Position } from '../../catalogue/vineyards/position.ts'
import { SkeletonBlock } from '../../ui/page/skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import '../map/map.css'

const PositionMap = lazy(() => import('../map/position-map.tsx'))

/** Rounds to five decimals, which is about a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** A position as two numbers, which a map can fill in. */
export function PositionPicker({
  latitude,
  longitude,
  problems,
  onPick,
}: {
  latitude: number | null
  longitude: number | null
  problems: Record<string, string>
  onPick: () => void
}) {
  const [north, setNorth] = useState(String(latitude ?? ''))
  const [east, setEast] = useState(String(longitude ?? ''))
  const [open, setOpen] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const here = Number(north) && Number(east) ? { latitude: Number(north), longitude: Number(east) } : null
  const change = (latitude: string, longitude: string) => {
    setNorth(latitude)
    setEast(longitude)
    onPick()
  }
  const pick = ({ latitude, longitude }: Position) =>
    change(String(round(latitude)), String(round(longitude)))
  const clear = () => {
    change('', '')
    // Moves the focus, because the button disappears together with the numbers.
    first.current?.focus()
  }
  return (
    <div className="stack space-above">
      <div className="form-grid">
        <TextField
          label="Latitude"
          name="latitude"
          ref={first}
          optional
          inputMode="decimal"
          value={north}
          onChange={({ target }) => setNorth(target.value)}
          error={problems.latitude}
        />
        <TextField
          label="Longitude"
          name="longitude"
          optional
          inputMode="decimal"
          hint="The longitude is negative west of Greenwich."
          value={east}
          onChange={({ target }) => setEast(target.value)}
          error={problems.longitude}
        />
      </div>
      {open && (
        <Suspense fallback={<SkeletonBlock as="picture" />}>
          <p className="small soft">Click where the vineyard is, or drag the pin.</p>
          <PositionMap here={here} onPick={pick} />
        </Suspense>
      )}
      <div className="row">
        {!open && (
          <Button type="button" icon="pin" onClick={() => setOpen(true)}>
            Pick on the map
          </Button>
        )}
        {(north || east) && (
          <Button type="button" variant="text" onClick={clear}>
            Remove from the map
          </Button>
        )}
      </div>
    </div>
  )
}
