import type { Transaction } from '../../../app/platform/database/database.server.ts'
import { addDays, type Day } from '../../../app/platform/days.ts'
import { visitFactNames } from '../../../app/catalogue/experiences/experience-facts.ts'
import type { Vineyard } from '../../../app/catalogue/vineyards/vineyard.ts'
import type { DemoEstate, DemoExperience, DemoFacts } from './estate.ts'
import { demoEstates } from './estates.ts'
import { estatePictures } from './pictures.ts'
import { patternsOf } from './seasons.ts'

/**
 * Adds the missing rows of the demonstration estates, by their ids. Existing rows stay as they are, because staff may have
 * edited them. Returns how many estates were added.
 */
export async function loadDemoEstates(sql: Transaction, today: Day): Promise<number> {
  const estates = await insertMissing(sql, 'vineyards', demoEstates.map(vineyardRow))
  await insertMissing(
    sql,
    'hosts',
    demoEstates.flatMap(({ id, hosts = [] }) => hosts.map((host) => ({ ...host, vineyard_id: id }))),
  )
  const experiences = demoEstates.flatMap((estate) =>
    estate.experiences.map((experience) => experienceRow(estate, experience, today)),
  )
  await insertMissing(sql, 'experiences', experiences)
  await fillVisitFacts(sql, experiences)
  await insertMissing(sql, 'vineyard_facts', await missingFacts(sql, today))
  await insertMissing(
    sql,
    'availability_patterns',
    demoEstates
      .flatMap((estate) => estate.experiences)
      .flatMap((experience) => patternsOf(experience, today)),
  )
  await insertMissing(
    sql,
    'availability_exceptions',
    demoEstates.flatMap(({ id, exceptions }) =>
      (exceptions?.(today) ?? []).map((exception) => ({ ...exception, vineyard_id: id })),
    ),
  )
  await insertMissing(sql, 'pictures', demoEstates.flatMap(pictureRows))
  return estates
}

/** Returns the cover and the further pictures of an estate as rows of `pictures`. */
export function pictureRows({ id, slug, name: estate }: DemoEstate) {
  const { season, more = [] } = estatePictures[slug] ?? {}
  if (!season) return []
  const row = (rank: number, shown_as: string, file: string, alt: string) => ({
    id: id.replace(/..$/, `b${rank}`),
    vineyard_id: id,
    shown_as,
    address: `/pictures/${file}-960.webp`,
    alt,
    rank,
  })
  return [
    row(0, 'cover', slug, `Illustration: ${estate} in ${season}`),
    ...more.map(({ name, alt }, n) => row(n + 1, 'more', `${slug}-${name}`, alt)),
  ]
}

/** Returns an estate as a row of `vineyards`: a verified, visible demonstration, with addresses that nobody can own. */
export function vineyardRow(
  estate: DemoEstate,
): Omit<Vineyard, 'taxis'> & { source: string; source_key: string } {
  const {
    slug,
    social,
    hosts: _hosts,
    visit: _visit,
    facts: _facts,
    experiences: _experiences,
    exceptions: _exceptions,
    ...fields
  } = estate
  const site = `${slug}.example.com`
  const on = (network: DemoEstate['social'][number]) =>
    social.includes(network) ? `https://example.com/${network}/${slug}` : null
  const madeUp = `Demonstration estate: ${fields.name} and everything on this page are made up, to show how Chalk & Vine works.`
  return {
    ...fields,
    description: [...fields.description, madeUp].join('\n\n'),
    email: `cellar@${site}`,
    website: `https://${site}`,
    cover_image_url: `/pictures/${slug}-960.webp`,
    logo_url: `/pictures/${slug}-logo.svg`,
    is_visible: true,
    is_verified: true,
    is_demo: true,
    facebook_url: on('facebook'),
    instagram_url: on('instagram'),
    twitter_url: on('twitter'),
    linkedin_url: on('linkedin'),
    youtube_url: on('youtube'),
    tiktok_url: on('tiktok'),
    source: 'made up for demonstration',
    source_key: `demonstration ${slug}`,
  }
}

/** Returns an experience as a row, with the defaults of the columns. */
function experienceRow(
  { id, visit }: DemoEstate,
  { timetable: _timetable, facts: _facts, ...experience }: DemoExperience,
  today: Day,
) {
  const answers = { ...visit, ...experience }
  return {
    vineyard_id: id,
    currency: 'GBP',
    min_group_size: 1,
    is_active: true,
    is_instant: false,
    included: null,
    host_id: null,
    booking_cutoff_minutes: 0,
    booking_horizon_days: 365,
    cancellation_cutoff_minutes: 0,
    ...answers,
    facts_stated_on: Object.fromEntries(
      visitFactNames.filter((name) => answers[name]).map((name) => [name, statedOn(today)]),
    ),
  }
}

/** Returns facts for the estates that have no stored facts. Staff of the other estates may have withdrawn some facts. */
async function missingFacts(sql: Transaction, today: Day) {
  const stating = await sql<{ vineyard_id: string }[]>`select distinct vineyard_id from vineyard_facts`
  const known = new Set(stating.map(({ vineyard_id }) => vineyard_id))
  return demoEstates.filter(({ id }) => !known.has(id)).flatMap((estate) => factRows(estate, today))
}

/** Returns the day on which the estates stated their facts, a few months ago. */
const statedOn = (today: Day) => addDays(today, -100)

/** Returns the facts that an estate states, as rows of `vineyard_facts`. */
function factRows({ id, facts, experiences }: DemoEstate, today: Day) {
  const stated_on = statedOn(today)
  const rows = (experience_id: string | null, answers: DemoFacts) =>
    Object.entries(answers).map(([fact, answer]) => {
      const [choice, detail = null] = [answer].flat()
      return { vineyard_id: id, experience_id, fact, choice, detail, stated_on }
    })
  return [...rows(null, facts), ...experiences.flatMap((one) => rows(one.id, one.facts ?? {}))]
}

/** Fills in the visit facts of unedited experiences that an earlier version loaded without these facts or their days. */
async function fillVisitFacts(sql: Transaction, rows: object[]): Promise<void> {
  await sql`
    update experiences e
    set parking = d.parking, station = d.station, step_free = d.step_free, dogs = d.dogs, children = d.children,
      food = d.food, facts_stated_on = d.facts_stated_on
    from jsonb_populate_recordset(null::experiences, ${JSON.stringify(rows)}::text::jsonb) d
    where e.id = d.id and e.updated_at = e.created_at
      and (
        coalesce(e.parking, e.station, e.step_free, e.dogs, e.children, e.food) is null
        or e.facts_stated_on = '{}' and d.facts_stated_on <> '{}'
      )`
}

type DemoTable =
  | 'vineyards'
  | 'hosts'
  | 'experiences'
  | 'vineyard_facts'
  | 'availability_patterns'
  | 'availability_exceptions'
  | 'pictures'

/** Inserts rows in one statement; their keys are the columns. Skips rows that conflict. Returns how many were inserted. */
async function insertMissing(sql: Transaction, table: DemoTable, rows: object[]): Promise<number> {
  if (rows.length === 0) return 0
  const columns = sql([...new Set(rows.flatMap((row) => Object.keys(row)))])
  const result = await sql`
    insert into ${sql(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::text::jsonb)
    on conflict do nothing`
  return result.count
}
