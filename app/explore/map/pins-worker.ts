// Loads and clusters thousands of pins in a worker, so that the page stays responsive.
import type { Bounds } from '../search/map-pins.ts'
import type { InView, PinRows } from '../search/map-pins.ts'
import { indexPins, type Pins } from './pins.ts'

/** The functions of the worker that the page may call */
export type PinCalls = {
  /** Loads the pins from the JSON of the API */
  load: (answer: ArrayBuffer) => { count: number; bounds: Bounds | null }
  view: (at: { shown: Bounds; drawn: Bounds; zoom: number }) => InView
  members: (cluster: string) => { id: string; name: string }[]
}

let pins: Pins = indexPins([])

const handlers: PinCalls = {
  load(answer) {
    const { places }: PinRows = JSON.parse(new TextDecoder().decode(answer))
    pins = indexPins(places)
    return { count: pins.count, bounds: pins.bounds }
  },
  view: ({ shown, drawn, zoom }) => pins.inView(shown, drawn, zoom),
  members: (cluster) => pins.members(cluster),
}

addEventListener('message', ({ data: [number, name, argument] }: MessageEvent) => {
  try {
    postMessage([number, true, handlers[name as keyof PinCalls](argument as never)])
  } catch (error) {
    postMessage([number, false, String(error)])
  }
})
