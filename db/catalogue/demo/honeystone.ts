import { type DemoEstate, everyDay, wednesdayToSunday, weekend } from './estate.ts'
import { comingWeekday } from './seasons.ts'

const id = (end: string) => `de510004-0000-4000-8000-${end.padStart(12, '0')}`

export const honeystone: DemoEstate = {
  id: id('0'),
  slug: 'honeystone',
  name: 'Honeystone Manor',
  city: 'Stow-on-the-Wold',
  region: 'Gloucestershire',
  address: 'The Manor, Fleece Hill',
  postcode: 'GL00 4DD',
  description: [
    'Wool paid for the house, the church and the walls; wine pays for the roof. Four acres of Ortega and Pinot Précoce grow in the old fleece-drying field, which drains like a sieve and holds the sun until seven.',
    'The library is open to guests, the ghost is not included, and the cook has views on sherry glasses.',
  ],
  phone: '01632 960453',
  latitude: 51.935,
  longitude: -1.728,
  social: ['instagram', 'linkedin', 'youtube'],
  experiences: [
    {
      id: id('1'),
      title: 'Library Tasting',
      description: 'Five wines among four thousand books. You may take notes in the margins of ours only.',
      type: 'wine_tasting',
      duration_minutes: 75,
      price_per_person: 26,
      min_group_size: 2,
      max_group_size: 10,
      is_instant: true,
      included: 'Five wines, oat biscuits, Double Gloucester.',
      booking_cutoff_minutes: 120,
      cancellation_cutoff_minutes: 1440,
      timetable: [
        { season: 'summer', days: everyDay, starts: ['11:00', '14:00', '16:30'], capacity: 14 },
        { season: 'winter', days: wednesdayToSunday, starts: ['11:30', '15:00'], capacity: 14 },
      ],
    },
    {
      id: id('2'),
      title: 'Walls, Wool and Vines',
      description: 'The estate on foot: dry stone, sheep with opinions, and the vines between them.',
      type: 'vineyard_tour',
      duration_minutes: 120,
      price_per_person: 30,
      max_group_size: 16,
      is_instant: true,
      included: 'The walk, three wines, a stick if you want one.',
      booking_cutoff_minutes: 120,
      cancellation_cutoff_minutes: 1440,
      timetable: [
        { season: 'summer', days: [3, 4, 5, 6, 7], starts: ['10:00', '14:30'], capacity: 16 },
        { season: 'winter', days: weekend, starts: ['10:30', '13:00'], capacity: 12 },
      ],
    },
    {
      id: id('3'),
      title: "The Cook's Table",
      description:
        'Five courses at the kitchen table, each with the glass it was cooked for. Bring nothing but time.',
      type: 'food_pairing',
      duration_minutes: 240,
      price_per_person: 120,
      min_group_size: 4,
      max_group_size: 10,
      included: 'Five courses, six wines, coffee, the recipe you ask for.',
      booking_cutoff_minutes: 7200,
      cancellation_cutoff_minutes: 10080,
      timetable: [{ season: 'year', days: [5, 6], starts: ['18:00'], capacity: 10 }],
    },
    {
      id: id('4'),
      title: 'Blending Bench',
      description:
        'Three tanks, one measuring jug, and your name on the label. Nobody has yet beaten the house blend.',
      type: 'workshop',
      duration_minutes: 150,
      price_per_person: 72,
      min_group_size: 2,
      max_group_size: 8,
      included: 'Your blend, bottled and labelled.',
      booking_cutoff_minutes: 2880,
      cancellation_cutoff_minutes: 2880,
      timetable: [{ season: 'year', days: [4, 7], starts: ['13:00'], capacity: 8 }],
    },
  ],
  exceptions: (today) => [
    {
      id: id('e1'),
      starts_on: comingWeekday(today, 4, 21),
      ends_on: comingWeekday(today, 4, 21),
      from_time: '12:00',
      until_time: '18:00',
      reason: 'A wedding has the house that afternoon',
    },
  ],
}
