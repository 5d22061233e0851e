import { type DemoEstate, wednesdayToSunday, weekend } from './estate.ts'

const id = (end: string) => `de510005-0000-4000-8000-${end.padStart(12, '0')}`

// The host Rhiannon leads all experiences of the estate.
const rhiannon = id('f1')

export const abbotsWindow: DemoEstate = {
  id: id('0'),
  slug: 'abbots-window',
  name: "Abbot's Window Vineyard",
  city: 'Abergavenny',
  region: 'Monmouthshire',
  address: 'Priory Cottage, Abbey Road',
  postcode: 'NP00 5EE',
  description: [
    'All that is left of the abbey is its west window, and every evening the sun sets through it as the monks intended. Solaris and Triomphe grow on the slope below, three acres that Rhiannon looks after alone, with help at harvest and advice all year.',
    'Groups are small because there is one of her. Croeso.',
  ],
  phone: '01632 960564',
  latitude: 51.862,
  longitude: -2.985,
  social: ['facebook', 'twitter'],
  hosts: [
    {
      id: rhiannon,
      name: 'Rhiannon',
      kind: 'person',
      capacity: 12,
      introduction: 'Looks after three acres alone, and pours what she pressed.',
      is_shown: true,
    },
  ],
  visit: {
    parking: 'Free, six spaces by the cottage',
    station: 'Abergavenny, 10 minutes by taxi',
    step_free: 'yes',
    dogs: 'welcome',
    children: 'with_adult',
    food: 'Bara brith, baked that morning',
  },
  facts: {
    step_free_route: ['all_the_way', 'The kitchen door is 85 cm wide'],
    ground: ['level', 'Flagstones'],
    seating: ['throughout', 'Cushions on request'],
    accessible_toilet: 'none',
    coach_parking: 'none',
    dogs_where: 'everywhere',
    children_from: 'any',
    for_children: 'nothing',
    allergens: ['ask_first', 'Bara brith has egg and gluten'],
    languages: ['others', 'Welsh'],
    payment: ['cash', 'There is no signal behind the abbey'],
    shelter: 'indoors',
  },
  experiences: [
    {
      id: id('1'),
      title: 'Kitchen Tasting',
      description:
        'Four wines round the range, with bara brith, and the story of each without the adjectives.',
      type: 'wine_tasting',
      duration_minutes: 60,
      price_per_person: 17.5,
      max_group_size: 8,
      is_instant: true,
      included: 'Four wines, bara brith.',
      host_id: rhiannon,
      booking_cutoff_minutes: 60,
      timetable: [
        { season: 'summer', days: wednesdayToSunday, starts: ['11:00', '13:00', '15:00'], capacity: 10 },
        { season: 'winter', days: [5, 6, 7], starts: ['11:30', '14:00'], capacity: 10 },
      ],
    },
    {
      id: id('2'),
      title: 'To the Window and Back',
      description:
        'Up the rows to the ruin and down by the brook. Two glasses on the way, one when you are home.',
      type: 'vineyard_tour',
      duration_minutes: 90,
      price_per_person: 24,
      max_group_size: 10,
      is_instant: true,
      included: 'The walk and three wines.',
      host_id: rhiannon,
      booking_cutoff_minutes: 120,
      cancellation_cutoff_minutes: 720,
      step_free: 'no',
      children: 'welcome',
      facts: {
        step_free_route: 'steps',
        ground: ['steep', 'A grass path, one in ten'],
        seating: 'none',
        shelter: 'none',
      },
      timetable: [
        { season: 'summer', days: wednesdayToSunday, starts: ['10:30', '14:30', '17:30'], capacity: 12 },
        { season: 'winter', days: weekend, starts: ['11:00', '13:30'], capacity: 10 },
      ],
    },
    {
      id: id('3'),
      title: 'Sunset Supper in the Nave',
      description:
        'Cawl, cheese and the last of the light through the window. Bring a coat; the roof left in 1536.',
      type: 'food_pairing',
      duration_minutes: 180,
      price_per_person: 58,
      min_group_size: 2,
      max_group_size: 12,
      included: 'Supper, three wines, blankets.',
      host_id: rhiannon,
      booking_cutoff_minutes: 2880,
      cancellation_cutoff_minutes: 2880,
      step_free: 'partly',
      dogs: 'on_lead',
      food: 'Cawl and cheese are included',
      facts: {
        step_free_route: ['ramp', 'We lay boards over the step'],
        dogs_where: 'outdoors',
        shelter: ['none', 'The roof left in 1536'],
      },
      timetable: [{ season: 'summer', days: [6], starts: ['18:30'], capacity: 12 }],
    },
  ],
}
