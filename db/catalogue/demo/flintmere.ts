import { type DemoEstate, everyDay, wednesdayToSunday, weekend } from './estate.ts'
import { comingWeekday } from './seasons.ts'

const id = (end: string) => `de510002-0000-4000-8000-${end.padStart(12, '0')}`

export const flintmere: DemoEstate = {
  id: id('0'),
  slug: 'flintmere',
  name: 'Flintmere Vineyard',
  city: 'Tenterden',
  region: 'Kent',
  address: 'Kiln Farm, Hopgarden Lane',
  postcode: 'TN00 2BB',
  description: [
    'A hop farm until 1988. The oasts still stand: one holds the press, the other the tasting room, and Bacchus grows where the bines used to climb.',
    'Marian keeps the books and the bees, her brother Ed the vines and the tractor. The kiln floor is warm all winter, which is why November is busier than you would think.',
  ],
  phone: '01632 960231',
  latitude: 51.082,
  longitude: 0.671,
  social: ['instagram', 'tiktok'],
  experiences: [
    {
      id: id('1'),
      title: 'Tasting in the Oast',
      description: 'Four still wines under the cowl, in the round, by a stove that is taken seriously.',
      type: 'wine_tasting',
      duration_minutes: 45,
      price_per_person: 12,
      max_group_size: 10,
      is_instant: true,
      included: 'Four wines and Kentish cobnuts.',
      timetable: [
        {
          season: 'summer',
          days: everyDay,
          starts: ['11:00', '12:00', '14:00', '15:00', '16:00'],
          capacity: 10,
        },
        { season: 'winter', days: wednesdayToSunday, starts: ['12:00', '14:00', '15:30'], capacity: 10 },
      ],
    },
    {
      id: id('2'),
      title: 'From Hop to Grape',
      description:
        'A walk round the farm with Ed: what the hops left behind, why Bacchus likes it, and three glasses along the way.',
      type: 'vineyard_tour',
      duration_minutes: 75,
      price_per_person: 22.5,
      max_group_size: 14,
      is_instant: true,
      included: 'The walk and three wines. Wellingtons in most sizes.',
      booking_cutoff_minutes: 60,
      cancellation_cutoff_minutes: 720,
      timetable: [
        { season: 'summer', days: wednesdayToSunday, starts: ['10:30', '13:00', '15:00'], capacity: 14 },
        { season: 'winter', days: weekend, starts: ['11:00', '13:30'], capacity: 10 },
      ],
    },
    {
      id: id('3'),
      title: "Ploughman's and Bacchus",
      description:
        'Three cheeses from farms you could walk to, bread from the village, and the wines that Marian thinks they deserve.',
      type: 'food_pairing',
      duration_minutes: 90,
      price_per_person: 34,
      min_group_size: 2,
      max_group_size: 8,
      included: 'Lunch and four wines.',
      booking_cutoff_minutes: 1440,
      cancellation_cutoff_minutes: 1440,
      timetable: [{ season: 'year', days: [5, 6, 7], starts: ['12:30'], capacity: 16 }],
    },
    {
      id: id('4'),
      title: 'Wreaths from the Prunings',
      description:
        'Last summer bent into a wreath for the door. Wine first or after, as your fingers prefer.',
      type: 'workshop',
      duration_minutes: 150,
      price_per_person: 48,
      max_group_size: 6,
      is_instant: true,
      included: 'Everything you need, mulled red, a mince pie.',
      booking_cutoff_minutes: 1440,
      cancellation_cutoff_minutes: 2880,
      timetable: [{ season: 'advent', days: [4, 6, 7], starts: ['10:00', '14:00'], capacity: 12 }],
    },
    {
      id: id('5'),
      title: 'A Day in the Harvest',
      description:
        'Secateurs at nine, lunch in the row, the press at four. You leave tired and slightly purple.',
      type: 'harvest_day',
      duration_minutes: 240,
      price_per_person: 40,
      max_group_size: 20,
      included: 'Gloves, secateurs, lunch, and a bottle of last year.',
      booking_cutoff_minutes: 2880,
      cancellation_cutoff_minutes: 2880,
      timetable: [{ season: 'harvest', days: [3, 6], starts: ['09:00'], capacity: 30 }],
    },
  ],
  exceptions: (today) => [
    {
      id: id('e1'),
      experience_id: id('1'),
      starts_on: comingWeekday(today, 6, 14),
      ends_on: comingWeekday(today, 6, 14),
      capacity: 4,
      reason: 'Half the oast is taken for a christening',
    },
  ],
}
