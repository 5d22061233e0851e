import type { Picture } from './landscape.ts'
import type { Motif } from './logo.ts'

/** A further picture of an estate. `name` ends its files' names; `alt` says what it shows. */
type FurtherPicture = Picture & { name: string; alt: string }

/** The cover and mark of each demonstration estate. Seasons and times differ, so that no two covers look alike. */
export const estatePictures: Record<string, { cover: Picture; mark: Motif; more?: FurtherPicture[] }> = {
  hollowdown: {
    cover: { seed: 1, place: 'south-downs', season: 'summer', time: 'noon' },
    mark: 'hill',
    more: [
      {
        name: 'press-house',
        alt: 'Illustration: the press house above the rows in April',
        seed: 1,
        place: 'south-downs',
        season: 'spring',
        time: 'noon',
        part: [820, 130, 560],
      },
      {
        name: 'harvest',
        alt: 'Illustration: rows in October, ready for the harvest',
        seed: 2,
        place: 'south-downs',
        season: 'autumn',
        time: 'noon',
        part: [480, 375, 1000],
      },
      {
        name: 'cliffs',
        alt: 'Illustration: the chalk cliffs seen from the top rows at sunrise',
        seed: 3,
        place: 'south-downs',
        season: 'summer',
        time: 'dawn',
        part: [0, 60, 960],
      },
      {
        name: 'frost',
        alt: 'Illustration: the estate from the lane on a frosty morning',
        seed: 2,
        place: 'south-downs',
        season: 'winter',
        time: 'dawn',
        is_mirrored: true,
      },
      {
        name: 'evening',
        alt: 'Illustration: an October evening over the hill',
        seed: 3,
        place: 'south-downs',
        season: 'autumn',
        time: 'dusk',
      },
      {
        name: 'budburst',
        alt: 'Illustration: young shoots on the lower slope in May',
        seed: 3,
        place: 'south-downs',
        season: 'spring',
        time: 'dawn',
        is_mirrored: true,
      },
      {
        name: 'first-snow',
        alt: 'Illustration: the press house at dusk after the first snow',
        seed: 1,
        place: 'south-downs',
        season: 'winter',
        time: 'dusk',
        part: [740, 90, 700],
      },
    ],
  },
  flintmere: {
    cover: { seed: 1, place: 'kent-weald', season: 'autumn', time: 'noon' },
    mark: 'oast',
    more: [
      {
        name: 'oasts',
        alt: 'Illustration: the oast houses in June',
        seed: 1,
        place: 'kent-weald',
        season: 'summer',
        time: 'noon',
        part: [700, 170, 720],
      },
      {
        name: 'spring-rows',
        alt: 'Illustration: rows at sunrise in spring',
        seed: 2,
        place: 'kent-weald',
        season: 'spring',
        time: 'dawn',
        is_mirrored: true,
      },
      {
        name: 'sunset',
        alt: 'Illustration: sunset behind the oast houses after picking',
        seed: 2,
        place: 'kent-weald',
        season: 'autumn',
        time: 'dusk',
        part: [560, 120, 960],
      },
      {
        name: 'winter',
        alt: 'Illustration: bare vines under snow',
        seed: 1,
        place: 'kent-weald',
        season: 'winter',
        time: 'noon',
        part: [320, 215, 1120],
      },
    ],
  },
  'lantern-cove': {
    cover: { seed: 1, place: 'cornwall-coast', season: 'spring', time: 'noon' },
    mark: 'lighthouse',
    more: [
      {
        name: 'lighthouse',
        alt: 'Illustration: the lighthouse beyond the bay at dusk',
        seed: 1,
        place: 'cornwall-coast',
        season: 'summer',
        time: 'dusk',
        part: [260, 100, 720],
      },
      {
        name: 'autumn',
        alt: 'Illustration: autumn rows above the sea',
        seed: 2,
        place: 'cornwall-coast',
        season: 'autumn',
        time: 'noon',
        is_mirrored: true,
      },
    ],
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
