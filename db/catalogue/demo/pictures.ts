/** A further picture of an estate. The names of its files end with `name`; `alt` describes the picture. */
type FurtherPicture = { name: string; alt: string }

/** The season of the cover of each demonstration estate, and its further pictures. The files are in `public/pictures`. */
export const estatePictures: Record<string, { season: string; more?: FurtherPicture[] }> = {
  hollowdown: {
    season: 'summer',
    more: [
      { name: 'press-house', alt: 'Illustration: the press house above the rows in April' },
      { name: 'harvest', alt: 'Illustration: rows in October, ready for the harvest' },
      { name: 'cliffs', alt: 'Illustration: the chalk cliffs seen from the top rows at sunrise' },
      { name: 'frost', alt: 'Illustration: the estate from the lane on a frosty morning' },
      { name: 'evening', alt: 'Illustration: an October evening over the hill' },
      { name: 'budburst', alt: 'Illustration: young shoots on the lower slope in May' },
      { name: 'first-snow', alt: 'Illustration: the press house at dusk after the first snow' },
    ],
  },
  flintmere: {
    season: 'autumn',
    more: [
      { name: 'oasts', alt: 'Illustration: the oast houses in June' },
      { name: 'spring-rows', alt: 'Illustration: rows at sunrise in spring' },
      { name: 'sunset', alt: 'Illustration: sunset behind the oast houses after picking' },
      { name: 'winter', alt: 'Illustration: bare vines under snow' },
    ],
  },
  'lantern-cove': {
    season: 'spring',
    more: [
      { name: 'lighthouse', alt: 'Illustration: the lighthouse beyond the bay at dusk' },
      { name: 'autumn', alt: 'Illustration: autumn rows above the sea' },
    ],
  },
  honeystone: { season: 'summer' },
  'abbots-window': { season: 'summer' },
  'white-mare': { season: 'winter' },
  'cuckoo-furlong': { season: 'spring' },
  'marl-and-thistle': { season: 'summer' },
}
