import { abbotsWindow } from './abbots-window.ts'
import type { DemoEstate } from './estate.ts'
import { flintmere } from './flintmere.ts'
import { hollowdown } from './hollowdown.ts'
import { honeystone } from './honeystone.ts'
import { lanternCove } from './lantern-cove.ts'
import { whiteMare } from './white-mare.ts'

/** Six estates in six regions. None of them exists. */
export const demoEstates: DemoEstate[] = [
  hollowdown,
  flintmere,
  lanternCove,
  honeystone,
  abbotsWindow,
  whiteMare,
]
