import file from '../../basemap/places.json' with { type: 'json' }
import { type Gazetteer, makeGazetteer } from './gazetteer.ts'

type Rows = Parameters<typeof makeGazetteer>[0]

let made: Gazetteer | undefined

/** All the towns of the country, from the file at the first question. */
export function gazetteer(): Gazetteer {
  made ??= makeGazetteer(file.places as unknown as Rows)
  return made
}
