/** The pins live beside the page: reading and gathering thousands of them must not hold up what moves. */
import type { Bounds } from '../search/search.server.ts'
import type { InView, PinRows } from '../search/map-pins.ts'
import { gatherPins, type Pins } from './pins.ts'

/** What the page may ask, and what it then hears. */
export type Questions = {
  load: (address: string) => Promise<{ count: number; bounds: Bounds | null }>
  look: (at: { shown: Bounds; drawn: Bounds; zoom: number }) => InView
  open: (cluster: string) => { id: string; name: string }[]
}

let pins: Pins = gatherPins([])

const answers: Questions = {
  async load(address) {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`The map's vineyards were answered with ${response.status}`)
    const { places }: PinRows = await response.json()
    pins = gatherPins(places)
    return { count: pins.count, bounds: pins.bounds }
  },
  look: ({ shown, drawn, zoom }) => pins.inView(shown, drawn, zoom),
  open: (cluster) => pins.inside(cluster),
}

addEventListener('message', async ({ data: [number, question, about] }: MessageEvent) => {
  try {
    postMessage([number, true, await answers[question as keyof Questions](about as never)])
  } catch (error) {
    postMessage([number, false, String(error)])
  }
})
