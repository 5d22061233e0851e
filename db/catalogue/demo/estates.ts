import { abbotsWindow } from './abbots-window.ts'
import { cuckooFurlong } from './cuckoo-furlong.ts'
import type { DemoEstate } from './estate.ts'
import { flintmere } from './flintmere.ts'
import { hollowdown } from './hollowdown.ts'
import { honeystone } from './honeystone.ts'
import { lanternCove } from './lantern-cove.ts'
import { marlAndThistle } from './marl-and-thistle.ts'
import { whiteMare } from './white-mare.ts'

/** Eight made-up estates in six regions. Three of them are near enough to each other to visit on one day. */
export const demoEstates: DemoEstate[] = [
  hollowdown,
  flintmere,
  lanternCove,
  honeystone,
  abbotsWindow,
  whiteMare,
  cuckooFurlong,
  marlAndThistle,
]
