import type { Picture } from './landscape.ts'
import type { Motif } from './logo.ts'

/** The cover and mark of each demonstration estate. Seasons and times differ, so that no two covers look alike. */
export const estatePictures: Record<string, { cover: Picture; mark: Motif }> = {
  hollowdown: { cover: { seed: 1, place: 'south-downs', season: 'summer', time: 'noon' }, mark: 'hill' },
  flintmere: { cover: { seed: 1, place: 'kent-weald', season: 'autumn', time: 'noon' }, mark: 'oast' },
  'lantern-cove': {
    cover: { seed: 1, place: 'cornwall-coast', season: 'spring', time: 'noon' },
    mark: 'lighthouse',
  },
  honeystone: { cover: { seed: 1, place: 'cotswolds', season: 'summer', time: 'dawn' }, mark: 'leaf' },
  'abbots-window': {
    cover: { seed: 1, place: 'monmouthshire', season: 'summer', time: 'dusk' },
    mark: 'ruin',
  },
  'white-mare': { cover: { seed: 1, place: 'yorkshire', season: 'winter', time: 'dawn' }, mark: 'grapes' },
  'cuckoo-furlong': {
    cover: { seed: 12, place: 'south-downs', season: 'spring', time: 'dawn' },
    mark: 'leaf',
  },
  'marl-and-thistle': {
    cover: { seed: 8, place: 'kent-weald', season: 'summer', time: 'dusk', building: 'barn' },
    mark: 'grapes',
  },
}
