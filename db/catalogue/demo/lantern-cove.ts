import { type DemoEstate, everyDay, weekdays } from './estate.ts'

const id = (end: string) => `de510003-0000-4000-8000-${end.padStart(12, '0')}`

export const lanternCove: DemoEstate = {
  id: id('0'),
  slug: 'lantern-cove',
  name: 'Lantern Cove Vineyard',
  city: 'St Mawes',
  region: 'Cornwall',
  address: 'Beacon Field',
  postcode: 'TR00 3CC',
  description: [
    'Six terraces above the water, facing a lighthouse that has outlived every business plan on this coast. The vines are Seyval and Pinot Noir, short and stubborn, pruned by the wind before anybody gets to them.',
    'Jago fishes in the mornings and makes wine in the afternoons. The two turn out to go together.',
  ],
  phone: '01632 960342',
  latitude: 50.168,
  longitude: -4.998,
  social: ['instagram', 'facebook'],
  visit: {
    parking: 'No parking here: use the village car park, 8 minutes on foot',
    station: 'Falmouth Town, then the ferry to St Mawes',
    step_free: 'no',
    dogs: 'on_lead',
    children: 'with_adult',
    food: 'Crisps on the terrace; fish and chips in the village',
  },
  experiences: [
    {
      id: id('1'),
      title: 'Glass on the Terrace',
      description: 'A flight of three, a bench, and the boats coming in. Stay as long as the light does.',
      type: 'wine_tasting',
      // A visit to the terrace has no fixed length.
      duration_minutes: null,
      price_per_person: 14,
      max_group_size: 6,
      is_instant: true,
      included: 'Three small glasses and a blanket.',
      timetable: [
        { season: 'summer', days: everyDay, starts: ['12:00', '14:00', '16:00', '18:00'], capacity: 20 },
        { season: 'winter', days: [5, 6, 7], starts: ['12:00', '14:00'], capacity: 12 },
      ],
    },
    {
      id: id('2'),
      title: 'Terrace by Terrace',
      description:
        'Down through all six terraces to the slipway, a wine on each, and back up slowly. There are 112 steps; we have counted.',
      type: 'vineyard_tour',
      duration_minutes: 105,
      price_per_person: 32,
      max_group_size: 10,
      is_instant: true,
      included: 'Six tasting glasses, sea air.',
      booking_cutoff_minutes: 90,
      cancellation_cutoff_minutes: 1440,
      timetable: [
        { season: 'summer', days: [2, 3, 4, 5, 6, 7], starts: ['10:30', '15:00'], capacity: 10 },
        { season: 'winter', days: [6, 7], starts: ['11:30'], capacity: 8 },
      ],
    },
    {
      id: id('3'),
      title: 'Crab and Seyval',
      description: 'What Jago caught, with what Jago made. Picked, dressed and argued over at one table.',
      type: 'food_pairing',
      duration_minutes: 150,
      price_per_person: 68,
      min_group_size: 2,
      max_group_size: 8,
      included: 'Crab or, when the sea says no, something else good; four wines.',
      booking_cutoff_minutes: 1440,
      cancellation_cutoff_minutes: 2880,
      dogs: 'assistance_only',
      food: 'Crab lunch is included',
      timetable: [
        { season: 'summer', days: [4, 5, 6], starts: ['18:30'], capacity: 8 },
        { season: 'winter', days: [6], starts: ['12:30'], capacity: 8 },
      ],
    },
    {
      id: id('4'),
      title: 'Tank Room by Lantern',
      description:
        'Half an hour is not enough, so it is three quarters: the tanks, the barrels, the one that went wrong.',
      type: 'cellar_tour',
      duration_minutes: 45,
      price_per_person: 16,
      max_group_size: 8,
      is_instant: true,
      booking_cutoff_minutes: 30,
      step_free: 'yes',
      children: 'welcome',
      timetable: [{ season: 'year', days: weekdays, starts: ['11:00', '16:30'], capacity: 8 }],
    },
  ],
}
