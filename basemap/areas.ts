/**
 * The tables below give the county of each town in GeoNames, or another area whose name people use. They were written for this
 * project. Most towns have the ONS code of their district: 29UB is Ashford in Kent (29), 00MW is the Isle of Wight, which has
 * no county. Some towns have a GeoNames number instead, and many towns in cities and in Scotland have no code.
 */

/** The counties that have districts, by the first two digits of the districts' codes. */
const counties: Record<string, string> = {
  11: 'Buckinghamshire',
  12: 'Cambridgeshire',
  16: 'Cumbria',
  17: 'Derbyshire',
  18: 'Devon',
  19: 'Dorset',
  21: 'East Sussex',
  22: 'Essex',
  23: 'Gloucestershire',
  24: 'Hampshire',
  26: 'Hertfordshire',
  29: 'Kent',
  30: 'Lancashire',
  31: 'Leicestershire',
  32: 'Lincolnshire',
  33: 'Norfolk',
  34: 'Northamptonshire',
  36: 'North Yorkshire',
  37: 'Nottinghamshire',
  38: 'Oxfordshire',
  40: 'Somerset',
  41: 'Staffordshire',
  42: 'Suffolk',
  43: 'Surrey',
  44: 'Warwickshire',
  45: 'West Sussex',
  47: 'Worcestershire',
}

/** Districts that belong to no county, with the ceremonial county if people use its name. */
const districts: Record<string, string> = {
  ...under('Greater Manchester', '00BL 00BM 00BN 00BP 00BQ 00BR 00BS 00BT 00BU 00BW'),
  ...under('Merseyside', '00BX 00BY 00BZ 00CA 00CB'),
  ...under('South Yorkshire', '00CC 00CE 00CF 00CG'),
  ...under('Tyne and Wear', '00CH 00CJ 00CK 00CL 00CM 00EM167'),
  ...under('West Midlands', '00CN 00CQ 00CR 00CS 00CT 00CU 00CW'),
  ...under('West Yorkshire', '00CX 00CY 00CZ 00DA 00DB'),
  ...under('County Durham', '00EB 00EH 00EJ'),
  ...under('North Yorkshire', '00EC 00EE 00FF'),
  // Stockton is on both sides of the border between County Durham and North Yorkshire.
  ...under('Stockton-on-Tees', '00EF'),
  ...under('Northumberland', '00EM'),
  ...under('Cheshire', '00EQ 00ET 00EU 00EW'),
  ...under('Lancashire', '00EX 00EY'),
  ...under('East Riding of Yorkshire', '00FA 00FB'),
  ...under('Lincolnshire', '00FC 00FD'),
  ...under('Rutland', '00FP'),
  ...under('Herefordshire', '00GA'),
  ...under('Shropshire', '00GF 00GG'),
  ...under('Somerset', '00HA 00HC'),
  ...under('Gloucestershire', '00HD'),
  ...under('Cornwall', '00HE'),
  ...under('Isles of Scilly', '00HF'),
  ...under('Devon', '00HG 00HH'),
  ...under('Wiltshire', '00HX 00HY'),
  ...under('Cambridgeshire', '00JA'),
  ...under('Bedfordshire', '00KA 00KB 00KC'),
  ...under('Essex', '00KF 00KG'),
  ...under('Kent', '00LC'),
  ...under('Berkshire', '00MA 00MB 00MC 00MD 00ME 00MF'),
  ...under('Buckinghamshire', '00MG'),
  ...under('East Sussex', '00ML'),
  ...under('Hampshire', '00MR 00MS'),
  ...under('Isle of Wight', '00MW'),
  ...under('Isle of Anglesey', '00NA'),
  ...under('Gwynedd', '00NC'),
  ...under('Conwy', '00NE'),
  ...under('Denbighshire', '00NG'),
  ...under('Flintshire', '00NJ'),
  ...under('Wrexham', '00NL'),
  ...under('Powys', '00NN'),
  ...under('Ceredigion', '00NQ'),
  ...under('Pembrokeshire', '00NS'),
  ...under('Carmarthenshire', '00NU'),
  ...under('Swansea', '00NX'),
  ...under('Neath Port Talbot', '00NZ'),
  ...under('Bridgend', '00PB'),
  ...under('Vale of Glamorgan', '00PD'),
  ...under('Rhondda Cynon Taf', '00PF'),
  ...under('Merthyr Tydfil', '00PH'),
  ...under('Caerphilly', '00PK'),
  ...under('Blaenau Gwent', '00PL'),
  ...under('Torfaen', '00PM'),
  ...under('Monmouthshire', '00PP'),
  ...under('Newport', '00PR'),
  ...under('Cardiff', '00PT'),
  // These numbers are from GeoNames.
  ...under('Kent', '2636057 6945806 6945807 6945814'),
  ...under('Cambridgeshire', '2650488'),
  ...under('Hertfordshire', '6615330'),
  ...under('Leicestershire', '6896157'),
}

/** Towns without a code, in England and on the border of Wales. They were looked up on a map of postcodes. */
const uncoded: Record<string, string> = {
  ...named('Bedfordshire', 'Bedford'),
  ...named('Berkshire', 'Maidenhead, Reading, Slough, Windsor'),
  ...named('Cheshire', 'Chester, Halton, Warrington, Willaston'),
  ...named('County Durham', 'Coundon, Crook, Durham, Hartlepool, Stockton-on-Tees'),
  ...named('Derbyshire', 'Derby, Sinfin'),
  ...named('Devon', 'Cockington, Plymouth, Plympton, Torquay'),
  ...named('Dorset', 'Broadstone, Parkstone, Poole, Wimborne Minster'),
  ...named('East Riding of Yorkshire', 'Kingston upon Hull, Saint Andrews Quay'),
  ...named('East Sussex', 'Brighton, Portslade'),
  ...named(
    'Essex',
    'Aveley, Bulphan, East Tilbury, Horndon on the Hill, Orsett, Purfleet, South Ockendon, Southchurch Village, Southend-on-Sea, Stanford-le-Hope, Tilbury, West Thurrock',
  ),
  ...named(
    'Greater Manchester',
    'Altrincham, Ashton in Makerfield, Ashton-under-Lyne, Blackley, Bolton, Bowdon, Bredbury, Burnage, Bury, Cheadle Hulme, Cheetham Hill, Chorlton cum Hardy, Crumpsall, Denton, Dukinfield, Eccles, Failsworth, Fallowfield, Farnworth, Hale, Hazel Grove, Heaton Chapel, Heywood, Hindley, Hollingworth, Hulme, Hyde, Ince-in-Makerfield, Kearsley, Leigh, Little Hulton, Little Lever, Littleborough, Longdendale, Longsight, Manchester, Middleton, Oldham, Prestwich, Radcliffe, Ramsbottom, Salford, Shaw, Stockport, Stretford, Swinton, Timperley, Trafford Park, Walkden, Wardle, Whitefield, Wigan',
  ),
  ...named('Hampshire', 'Cosham, Portsmouth, Southsea'),
  ...named('Kent', 'Chatham, Gillingham, Lydd, Rainham, Rochester, Strood'),
  ...named('Lancashire', 'Blackburn, Blackpool, Great Marton'),
  ...named('Lincolnshire', 'Scunthorpe'),
  ...named(
    'Merseyside',
    'Bebington, Bootle, Bromborough, Clubmoor, Crosby, Greasby, Hoylake, Kirkby, Liverpool, Moreton, Newton-le-Willows, Prenton, Southport, St Helens, Waterloo, West Kirby',
  ),
  ...named('North Yorkshire', 'South Bank, York'),
  ...named('Nottinghamshire', 'Basford, New Basford, Nottingham'),
  ...named('Powys', 'Knighton'),
  ...named('Somerset', 'Bath'),
  ...named(
    'South Yorkshire',
    'Barnsley, Beighton, Bentley, Birdwell, Bolton upon Dearne, Burngreave, Carcroft, Cudworth, Darton, Dodworth, Doncaster, Hoyland Nether, Royston, Sheffield, Wombwell',
  ),
  ...named('Staffordshire', 'Longton, Stoke-on-Trent, Tunstall'),
  ...named(
    'Tyne and Wear',
    'Backworth, Blaydon-on-Tyne, Chopwell, East Boldon, Gateshead, Gosforth, Hebburn, Houghton-Le-Spring, Newcastle upon Tyne, North Shields, Rowlands Gill, Ryhope, Shiremoor, Sunderland, The Boldons, Wallsend, Washington, Whickham, Whitburn, Wideopen',
  ),
  ...named(
    'West Midlands',
    'Acocks Green, Aston, Bilston, Birmingham, Brierley Hill, Brownhills, Castle Vale, Coventry, Cradley Heath, Darlaston, Dudley, Hockley, Knowle, Netherton, Oldbury, Shirley, Smethwick, Streetly, Sutton Coldfield, Washwood Heath, Wednesfield, Willenhall',
  ),
  ...named(
    'West Yorkshire',
    'Batley, Bradford, Castleford, Chapel Allerton, Dewsbury, Ferrybridge, Garforth, Guiseley, Halifax, Heckmondwike, Holbeck, Holywell Green, Horbury, Knottingley, Leeds, Linthwaite, Liversedge, Lofthouse, Luddenden Foot, Marsden, Methley, Ossett, Pontefract, Pudsey, Queensbury, Rastrick, Shipley, Wakefield, Yeadon',
  ),
  ...named('Wiltshire', 'Ludgershall'),
}

/** Towns that have another county's code, by name and code. */
const corrected: Record<string, string> = {
  ...named('East Sussex', 'Hove 45UG'),
  ...named('Essex', 'Chafford Hundred 29UD, Grays 29UG'),
  ...named(
    'Greater Manchester',
    'Bramhall 00EQ107, Cheadle Heath 00EQ107, Rochdale 30UM, Tottington 00EX003',
  ),
  ...named('Merseyside', 'Birkenhead 00EW114, Haydock 00EU003, New Ferry 00EW114'),
  ...named('North Yorkshire', 'Middlesbrough 00EF019'),
  ...named('Surrey', 'South Nutfield 45UG'),
  ...named('Tyne and Wear', 'Newburn 00EM073'),
  ...named(
    'West Midlands',
    'Aldridge 41UD, Bartley Green 47UB, Bloxwich 41UF, Halesowen 47UB, Kingswinford 41UF, Pelsall 41UB, Rowley Regis 47UB, Stourbridge 47UB, Tipton 41UF, Walsall 41UF, Wednesbury 41UF, West Bromwich 47UB, Wolverhampton 41UF',
  ),
}

const nations: Record<string, string> = {
  ENG: 'England',
  SCT: 'Scotland',
  WLS: 'Wales',
  NIR: 'Northern Ireland',
  GG: 'Guernsey',
  JE: 'Jersey',
  IM: 'Isle of Man',
}

/** A town with the codes that GeoNames gives it. */
export type Coded = { name: string; country: string; adminCode: string; muni?: string | undefined }

/** Returns the area of a town, such as 'Kent', or its nation if no area is known or the area has the town's name. */
export function areaOf({ name, country, adminCode, muni = '' }: Coded): string {
  const nation = nations[country === 'GB' ? adminCode : country] ?? 'United Kingdom'
  if (country !== 'GB') return nation
  const area =
    corrected[`${name} ${muni}`] ?? districtOf(adminCode, muni) ?? uncodedOf(name, adminCode) ?? nation
  return area === name ? nation : area
}

function districtOf(adminCode: string, code: string): string | undefined {
  // A code of the neighbouring nation, which a town on the border may have, is ignored.
  if (adminCode === 'WLS') return /^00[NP]/.test(code) ? districts[code.slice(0, 4)] : undefined
  if (adminCode !== 'ENG' || /^00[NP]/.test(code)) return undefined
  // The code of a London borough is a letter and a digit.
  if (/^[A-Z]\d$/.test(code)) return 'London'
  return districts[code] ?? districts[code.slice(0, 4)] ?? counties[code.slice(0, 2)]
}

function uncodedOf(name: string, adminCode: string): string | undefined {
  return adminCode === 'ENG' || adminCode === 'WLS' ? uncoded[name] : undefined
}

function named(area: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(', ').map((name) => [name, area]))
}

function under(area: string, codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, area]))
}
