// Chooses the landscape around a vineyard by its county, its distance to the sea and its position.
import type { Dice } from '../../platform/media/drawing/ink.ts'

/**
 * The facts that decide a poster. `coast` is the distance to the sea in km. `turn` is the number of the
 * vineyard, which varies the landscape within a county.
 */
export type PosterFacts = {
  id: string | number
  latitude: number
  longitude: number
  region: string
  coast: number
  turn?: number
}

export type Land =
  | 'downs'
  | 'weald'
  | 'whitecliffs'
  | 'rockycoast'
  | 'island'
  | 'estuary'
  | 'flatland'
  | 'wolds'
  | 'dales'
  | 'combes'
  | 'levels'
  | 'riverside'
  | 'mountains'
  | 'mountaincoast'
  | 'highlands'
  | 'beeches'
export const seaside: Land[] = [
  'whitecliffs',
  'rockycoast',
  'island',
  'mountaincoast',
  'highlands',
  'estuary',
]
// In these landscapes the middle hill stays on one side, so that water is visible on the other side.
export const open: Land[] = [...seaside, 'riverside', 'levels']
export const smooth: Land[] = ['downs', 'whitecliffs', 'island', 'beeches']
export const walled: Land[] = ['dales', 'mountains', 'mountaincoast', 'rockycoast', 'highlands']

const lands: [RegExp, (km: number) => Land[]][] = [
  [/isle of wight/i, () => ['island']],
  [
    /sussex/i,
    (km) => (km < 7 ? ['whitecliffs', 'downs'] : km < 20 ? ['downs', 'downs', 'weald'] : ['weald', 'downs']),
  ],
  [/kent/i, (km) => (km < 8 ? ['whitecliffs', 'weald'] : km < 25 ? ['weald', 'downs'] : ['weald'])],
  [/dorset/i, (km) => (km < 8 ? ['whitecliffs', 'island'] : ['downs', 'combes'])],
  [/hampshire/i, (km) => (km < 10 ? ['island', 'downs'] : ['downs', 'downs', 'beeches'])],
  [/surrey/i, () => ['downs', 'beeches', 'weald']],
  [/wiltshire/i, () => ['downs', 'wolds']],
  [/berkshire|buckingham|oxford|hertford|london\b/i, () => ['beeches', 'riverside', 'wolds']],
  [/cornwall|scilly/i, (km) => (km < 12 ? ['rockycoast'] : ['combes', 'rockycoast'])],
  [/devon/i, (km) => (km < 10 ? ['rockycoast', 'combes'] : ['combes'])],
  [/somerset|bristol|bath/i, (km) => (km < 8 ? ['estuary', 'combes'] : ['levels', 'combes'])],
  [/essex|suffolk|norfolk/i, (km) => (km < 14 ? ['estuary', 'flatland'] : ['flatland', 'flatland', 'wolds'])],
  [/cambridge|lincoln|nottingham|bedford/i, () => ['flatland', 'wolds']],
  [/gloucester|worcester|hereford/i, () => ['riverside', 'levels', 'wolds']],
  [/shropshire|monmouth|powys/i, () => ['mountains', 'riverside', 'dales']],
  [
    /pembroke|ceredigion|glamorgan|cardiff|carmarthen|swansea|gower/i,
    (km) => (km < 10 ? ['rockycoast', 'mountaincoast'] : ['mountains']),
  ],
  [
    /anglesey|gwynedd|conwy|clwyd|denbigh|flint|wrexham/i,
    (km) => (km < 12 ? ['mountaincoast', 'mountains'] : ['mountains']),
  ],
  [
    /yorkshire|derby|lancashire|durham|stafford|cheshire/i,
    (km) => (km < 10 ? ['whitecliffs', 'dales'] : ['dales', 'wolds', 'dales']),
  ],
  [
    /northumberland|cumbria|cumberland|westmorland/i,
    (km) => (km < 10 ? ['mountaincoast'] : ['dales', 'mountains']),
  ],
  [/scotland|highland|perth|fife|angus|borders|lothian|argyll|aberdeen|moray|dumfries/i, () => ['highlands']],
  [
    /antrim|\bdown\b|armagh|tyrone|fermanagh|londonderry|northern ireland/i,
    (km) => (km < 10 ? ['mountaincoast'] : ['dales', 'mountains']),
  ],
]
/** Returns the landscape around a vineyard. For counties without an entry, the position decides. */
export function landOf(facts: PosterFacts, roll: Dice): Land {
  const entry = lands.find(([name]) => name.test(facts.region))
  const choices = entry?.[1](facts.coast) ?? byPosition(facts)
  const at = facts.turn === undefined ? Math.floor(roll() * 60) : facts.turn
  return choices[at % choices.length] as Land
}
function byPosition({ latitude, longitude, coast }: PosterFacts): Land[] {
  if (latitude > 55) return ['highlands']
  if (coast < 8) return longitude < -3 ? ['rockycoast'] : ['estuary']
  if (longitude < -3 && latitude > 51.3) return ['mountains']
  return longitude > 0 ? ['flatland', 'wolds'] : ['wolds', 'riverside']
}
