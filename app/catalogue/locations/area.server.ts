import { townKey } from './gazetteer.server.ts'

/** A nation or a well-known area, which consists of counties. */
export type Area = { name: string; isIn: (county: string) => boolean }

const keysOf = (names: string) => new Set(names.split(',').map(townKey))

const wales = keysOf(
  `Wales, Blaenau Gwent, Bridgend, Caerphilly, Cardiff, Carmarthenshire, Ceredigion, Conwy, Denbighshire, Flintshire, Gwynedd,
  Anglesey, Isle of Anglesey, Merthyr Tydfil, Monmouthshire, Neath Port Talbot, Newport, Pembrokeshire, Powys, Rhondda Cynon Taf,
  Swansea, Torfaen, Vale of Glamorgan, Wrexham, Clwyd, Dyfed, Gwent, Glamorgan, Mid Glamorgan, South Glamorgan, West Glamorgan,
  Brecknockshire, Cardiganshire, Caernarfonshire, Merionethshire, Montgomeryshire, Radnorshire, South Wales, North Wales`,
)
const scotland = keysOf(
  `Scotland, Aberdeen, Aberdeen City, Aberdeenshire, Angus, Argyll, Argyll and Bute, Ayrshire, East Ayrshire, North Ayrshire,
  South Ayrshire, Banffshire, Berwickshire, Bute, Caithness, Clackmannanshire, Dumfries and Galloway, Dumfriesshire, Dundee,
  Dundee City, Dunbartonshire, East Dunbartonshire, West Dunbartonshire, East Lothian, Edinburgh, City of Edinburgh, Falkirk, Fife,
  Glasgow, Glasgow City, Highland, Highlands, Inverclyde, Inverness-shire, Kincardineshire, Kinross-shire, Kirkcudbrightshire,
  Lanarkshire, North Lanarkshire, South Lanarkshire, Lothian, Midlothian, Moray, Nairnshire, Na h-Eileanan Siar, Orkney,
  Orkney Islands, Outer Hebrides, Peeblesshire, Perth and Kinross, Perthshire, Renfrewshire, East Renfrewshire, Ross-shire,
  Roxburghshire, Scottish Borders, Selkirkshire, Shetland, Shetland Islands, Stirling, Stirlingshire, Sutherland, West Lothian,
  Western Isles, Wigtownshire`,
)
const northernIreland = keysOf(
  `Northern Ireland, Ulster, Antrim, County Antrim, Armagh, County Armagh, Down, County Down, Fermanagh, County Fermanagh,
  Londonderry, County Londonderry, Derry, Tyrone, County Tyrone, Belfast`,
)
const islands = keysOf('Jersey, Guernsey, Alderney, Sark, Channel Islands, Isle of Man')

/**
 * Returns whether a county is English. Every county that the other lists lack counts as English, because imports spell English
 * counties in too many ways for a list.
 */
const england = (county: string) =>
  ![wales, scotland, northernIreland, islands].some((elsewhere) => elsewhere.has(county))

/** Maps each area's names to its counties. The site shows the first name with its article; searches accept all names. */
const known: Record<string, string | ((county: string) => boolean)> = {
  'England, English': england,
  'Wales, Welsh, Cymru': (county) => wales.has(county),
  'Scotland, Scottish': (county) => scotland.has(county),
  'Northern Ireland, Northern Irish': (county) => northernIreland.has(county),
  'the South East, South East England, Southeast, Southeast England':
    'South East, Berkshire, Buckinghamshire, East Sussex, Hampshire, Isle of Wight, Kent, Oxfordshire, Surrey, Sussex, West Sussex',
  'the South West, South West England, Southwest, Southwest England, West Country':
    'South West, Bristol, Cornwall, Devon, Dorset, Gloucestershire, Isles of Scilly, Somerset, Wiltshire',
  'East Anglia': 'East Anglia, East of England, Cambridgeshire, Essex, Norfolk, Suffolk',
  'the East of England, East England, Eastern England':
    'East of England, East Anglia, Bedfordshire, Cambridgeshire, Essex, Hertfordshire, Norfolk, Suffolk',
  'the Midlands, English Midlands': `
    East Midlands, West Midlands, Derbyshire, Herefordshire, Leicestershire, Lincolnshire, Northamptonshire, Nottinghamshire,
    Rutland, Shropshire, Staffordshire, Warwickshire, Worcestershire`,
  'the East Midlands':
    'East Midlands, Derbyshire, Leicestershire, Lincolnshire, Northamptonshire, Nottinghamshire, Rutland',
  'the West Midlands':
    'West Midlands, Herefordshire, Shropshire, Staffordshire, Warwickshire, Worcestershire',
  'the North of England, North, Northern England, North England': `
    North East, North West, Yorkshire, Yorkshire and The Humber, Cheshire, Cumbria, County Durham, Durham, East Riding of Yorkshire,
    East Yorkshire, Greater Manchester, Lancashire, Merseyside, North Yorkshire, Northumberland, South Yorkshire, Tyne and Wear,
    West Yorkshire`,
  'the North West, North West England, Northwest':
    'North West, Cheshire, Cumbria, Greater Manchester, Lancashire, Merseyside',
  'the North East, North East England, Northeast':
    'North East, County Durham, Durham, Northumberland, Tyne and Wear',
  'Yorkshire, Yorkshire Dales, Yorkshire Moors':
    'Yorkshire, Yorkshire and The Humber, East Riding of Yorkshire, East Yorkshire, North Yorkshire, South Yorkshire, West Yorkshire',
  Sussex: 'Sussex, East Sussex, West Sussex',
  'the Home Counties':
    'Bedfordshire, Berkshire, Buckinghamshire, Essex, Hertfordshire, Kent, Middlesex, Surrey',
  Wessex: 'Dorset, Hampshire, Somerset, Wiltshire',
  'the Cotswolds, Cotswold, Cotswold Hills':
    'Gloucestershire, Oxfordshire, Warwickshire, Wiltshire, Worcestershire',
  'the Chilterns, Chiltern Hills': 'Bedfordshire, Buckinghamshire, Hertfordshire, Oxfordshire',
  'the Thames Valley': 'Berkshire, Buckinghamshire, Oxfordshire',
  'the South Downs, Downs': 'East Sussex, Hampshire, Sussex, West Sussex',
  'the North Downs': 'Kent, Surrey',
  'the Weald, High Weald': 'East Sussex, Kent, Surrey, Sussex, West Sussex',
  'the Garden of England': 'Kent',
  'the South Coast': 'Devon, Dorset, East Sussex, Hampshire, Isle of Wight, Kent, Sussex, West Sussex',
  'the Jurassic Coast': 'Devon, Dorset',
  'the New Forest': 'Hampshire',
  Exmoor: 'Devon, Somerset',
  Dartmoor: 'Devon',
  'the Mendips, Mendip Hills': 'Somerset',
  'the Quantocks, Quantock Hills': 'Somerset',
  'the Malverns, Malvern Hills': 'Herefordshire, Worcestershire',
  'the Forest of Dean': 'Gloucestershire',
  'the Wye Valley': 'Gloucestershire, Gwent, Herefordshire, Monmouthshire',
  'the Welsh Marches, Marches, Welsh Borders': 'Gwent, Herefordshire, Monmouthshire, Powys, Shropshire',
  'the Peak District': 'Derbyshire, Staffordshire',
  'the Lake District, Lakes': 'Cumbria',
  'the Norfolk Broads, Broads': 'Norfolk',
  'South Wales': `
    South Wales, Blaenau Gwent, Bridgend, Caerphilly, Cardiff, Glamorgan, Gwent, Merthyr Tydfil, Monmouthshire, Neath Port Talbot,
    Newport, Rhondda Cynon Taf, Swansea, Torfaen, Vale of Glamorgan`,
  'West Wales': 'Carmarthenshire, Ceredigion, Dyfed, Pembrokeshire',
  'Mid Wales': 'Ceredigion, Powys',
  'North Wales':
    'North Wales, Anglesey, Clwyd, Conwy, Denbighshire, Flintshire, Gwynedd, Isle of Anglesey, Wrexham',
  'Snowdonia, Eryri': 'Conwy, Gwynedd',
  'the Brecon Beacons, Bannau Brycheiniog': 'Monmouthshire, Powys',
  'the Gower, Gower Peninsula': 'Swansea',
  'the Highlands, Scottish Highlands': 'Highland, Highlands, Inverness-shire, Ross-shire, Sutherland',
}

const withoutArticle = (key: string) => key.replace(/^the /, '')

const areas = Object.entries(known).map(([text, counties]) => {
  const names = text.split(',').map((name) => name.trim())
  const own = typeof counties === 'string' ? keysOf(counties) : null
  const isIn = (county: string) =>
    own ? own.has(townKey(county)) : typeof counties === 'function' && counties(townKey(county))
  return { area: { name: names[0] ?? '', isIn }, keys: names.map((name) => withoutArticle(townKey(name))) }
})

/** Returns the nation or area with this name. Both 'cotswolds' and 'The Cotswolds' find the same area. */
export function findArea(text: string): Area | null {
  const wanted = withoutArticle(townKey(text))
  return areas.find(({ keys }) => keys.includes(wanted))?.area ?? null
}

/** Returns the areas with a name that begins with the text. */
export function suggestAreas(text: string): Area[] {
  const wanted = withoutArticle(townKey(text))
  return areas.filter(({ keys }) => keys.some((key) => key.startsWith(wanted))).map(({ area }) => area)
}
