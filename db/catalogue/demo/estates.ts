import { abbotsWindow } from './abbots-window.ts'
import { cuckooFurlong } from './cuckoo-furlong.ts'
import type { DemoEstate } from './estate.ts'
import { flintmere } from './flintmere.ts'
import { hollowdown } from './hollowdown.ts'
import { honeystone } from './honeystone.ts'
import { lanternCove } from './lantern-cove.ts'
import { marlAndThistle } from './marl-and-thistle.ts'
import { whiteMare } from './white-mare.ts'

/** Eight estates in six regions: three of them near enough to each other for a day. None exists. */
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
