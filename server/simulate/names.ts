/** Returns the names in a text, split at spaces and line ends. */
const namesIn = (text: string) => text.split(/\s+/)

/** The names of simulated vineyards and guests. All are made up. Towns come from the catalogue. */
export const vineyardFirst =
  namesIn(`Alder Ash Badger Barrow Beacon Birch Blackthorn Bramble Brook Burnt Castle Chalk Clover
  Coombe Copper Cuckoo Dew Dove Down Elder Fallow Fern Field Flint Fox Gorse Grange Hare Hawthorn Hazel Heron Holly
  Hollow Hop Ivy Jay Juniper Kestrel Lamb Lark Linden Long Mallow Maple Marl Martin Meadow Mill Moon Nettle Nut Oak
  Old Orchard Otter Owl Partridge Pear Pilgrim Plover Poppy Quarry Raven Rose Rook Rush Saddle Sheep Silver Skylark
  Sloe Sparrow Starling Stone Swallow Sweet Thistle Thrush Upper Vale Wether White Wild Willow Windmill Wren Yew`)

export const vineyardSecond =
  namesIn(`Acre Bank Bottom Bridge Brow Chase Cliff Combe Copse Corner Court Croft Cross Dale
  Dean Down End Fields Ford Gate Glade Green Grove Hanger Heath Hill Holt Hurst Knoll Lane Lea Manor Mead Meadow
  Mount Nook Park Piece Reach Ridge Rise Row Slope Spinney Spring Stead Tye View Wood Wold`)

export const vineyardLast = ['Vineyard', 'Vineyards', 'Estate', 'Wine Estate', 'Winery', 'Vines']

export const streets = ['Church Lane', 'Mill Road', 'Station Road', 'Chapel Hill', 'The Street', 'Back Lane']

export const firstNames =
  namesIn(`Aisha Alfie Amelia Anna Arthur Ben Bethan Callum Charlotte Chloe Daniel David Dylan
  Eleanor Emily Emma Fatima Finlay Freya George Grace Hannah Harry Imogen Isla Jack James Jessica Josh Kate Leah
  Lewis Lily Lucy Megan Mia Mohammed Nia Noah Oliver Olivia Owen Poppy Priya Rhys Rosie Ruby Sam Sarah Sean Sofia
  Thomas Zara`)

export const lastNames =
  namesIn(`Adams Ahmed Allen Bailey Baker Begum Bell Bennett Brown Campbell Carter Clark Collins Cook
  Cooper Cox Davies Edwards Ellis Evans Foster Fraser Graham Green Griffiths Hall Harris Hill Hughes Hussain Jackson
  James Jones Kaur Kelly Khan King Lewis MacDonald Marshall Martin Mason Miller Mitchell Moore Morgan Morris Murphy
  Murray Nguyen Owen Palmer Parker Patel Phillips Powell Price Reid Richards Roberts Robinson Rogers Russell Scott
  Shah Shaw Simpson Singh Smith Stewart Taylor Thomas Thompson Turner Walker Ward Watson White Williams Wilson Wood
  Wright Young`)

export const requests = [
  'One of us is vegetarian.',
  'We come with a pram.',
  'It is a birthday.',
  'One of us uses a wheelchair.',
  'Nut allergy in the party.',
]

/** Returns titles for one type of experience, with the average price in pounds and the length in minutes. */
const offer = (type: string, titles: string[], price: number, minutes: number) => ({
  type,
  titles,
  price,
  minutes,
})
export const offers = [
  offer('vineyard_tour', ['Vineyard walk and tasting', 'Tour of the vines'], 20, 90),
  offer('wine_tasting', ['Guided tasting', 'Tasting of five wines'], 28, 75),
  offer('cellar_tour', ['Cellar tour', 'Behind the press'], 24, 60),
  offer('food_pairing', ['Wine and cheese', 'Vineyard lunch'], 55, 150),
  offer('workshop', ['Blending workshop', 'A morning with the winemaker'], 70, 180),
  offer('private_tasting', ['Private tasting', 'Tasting for your party'], 85, 120),
] as const

/** The start times on open days: six starts a week on average. `weekend` starts are added at weekends. */
export const openings = [
  { days: [3, 4, 5, 6, 7], starts: ['11:00'], weekend: ['15:00'] },
  { days: [4, 5, 6, 7], starts: ['10:30'], weekend: ['14:30'] },
  { days: [1, 2, 3, 4, 5, 6, 7], starts: ['14:00'], weekend: [] },
  { days: [6, 7], starts: ['11:30', '15:00'], weekend: [] },
] as const
