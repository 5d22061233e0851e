import {
  experienceLabels,
  type ExperienceField,
  formatExperienceField,
  typeOf,
} from '../../catalogue/experiences/experience-form.ts'
import { type Experience, type GroupSizes, largestParty } from '../../catalogue/experiences/experience.ts'
import { ok } from '../../platform/result.ts'
import { readLine, readProse } from '../../platform/text/text.ts'
import { plainText } from '../bookings/booking-list.ts'
import { isBlank, readCount, readDuration, readPriceCell, withoutTags } from '../lists/cells.ts'
import { experienceHeadings, type ExperienceColumn } from '../lists/columns.ts'
import { type ListRow, readImport, type UploadedFile } from '../lists/list.server.ts'

type Imported = Exclude<ExperienceColumn, 'external_reference'>
type Values = Partial<Pick<Experience, Imported>>

/** A row of a list of experiences. It has only the fields whose cells are not empty. */
export type ExperienceRow = {
  line: number
  external_reference: string | null
  values: Values & { title: string }
}

export type KnownExperience = Pick<Experience, 'id' | Imported> & { external_reference: string | null }

type Planned = { line: number; name: string; notes: string[] } & (
  | { outcome: 'new'; row: ExperienceRow; id: null }
  | { outcome: 'changed'; id: string; changes: Values & { external_reference?: string } }
  | { outcome: 'unchanged'; id: string | null }
  | { outcome: 'refused'; id: null }
)

/** Reads the rows of a list of experiences. The header line counts as a row only if its price or duration has a digit. */
export function readExperiences(file: UploadedFile<ExperienceColumn>) {
  const list = readImport(file, experienceHeadings)
  if (!list.ok) return list
  const { rows, header_line, ...about } = list.value
  const isRow = ({ line, cell }: (typeof rows)[number]) =>
    line !== header_line ||
    [cell('price_per_person'), cell('duration_minutes')].some((text) => /\d/.test(text))
  const read = rows.filter(isRow).map((row) => ({
    line: row.line,
    name: row.cell('title').slice(0, 60),
    result: readExperienceRow(row),
  }))
  return ok({ ...about, read })
}

/** Returns the fields in the cells of a row, or one sentence for each cell that cannot be read. */
export function readExperienceRow({
  line,
  cell,
}: Omit<ListRow<ExperienceColumn>, 'cells'>): ExperienceRow | string[] {
  const problems: string[] = []
  const values: Values = {}
  const reasons = {
    missing: 'is missing',
    long: 'is longer than 200 characters',
    control: 'contains a control character',
  }
  const title = readLine(cell('title').replaceAll(/[\r\n\t]+/g, ' '), 200)
  if (!title.ok) problems.push(`The title ${reasons[title.problem]}.`)
  const written = cell('external_reference')
  const reference = readLine(isBlank(written) ? '' : written, 200)
  if (!reference.ok && reference.problem !== 'missing')
    problems.push(`The reference ${reasons[reference.problem]}.`)
  for (const field of ['description', 'included'] as const) {
    const text = readProse(withoutTags(cell(field)), 10_000)
    if (!text.ok)
      problems.push(
        `${experienceLabels[field]} ${text.problem === 'long' ? 'is longer than 10,000 characters' : reasons.control}.`,
      )
    else if (text.value !== '') values[field] = text.value
  }
  const type = typeOf(cell('type').slice(0, 60))
  if (type !== null && /^[a-z]/.test(type)) values.type = type
  const number = (
    field: 'duration_minutes' | 'price_per_person' | 'min_group_size' | 'max_group_size',
    read: (text: string) => number | undefined,
    [least, most]: [number, number],
    example: string,
  ) => {
    const text = cell(field)
    if (text === '') return
    const value = read(text)
    if (value === undefined)
      problems.push(
        `${experienceLabels[field]} “${text.slice(0, 40)}” cannot be read. Write it like ${example}.`,
      )
    else if (value < least || value > most)
      problems.push(`${experienceLabels[field]} must be from ${least} to ${most}.`)
    else values[field] = value
  }
  number('price_per_person', readPriceCell, [0, 100_000], '25.00')
  number('duration_minutes', readDuration, [1, 1440], '90 or 1h 30min')
  number('min_group_size', readCount, [1, 1000], '2')
  number('max_group_size', readCount, [1, 1000], '12')
  if (problems.length > 0 || !title.ok) return problems
  return {
    line,
    external_reference: reference.ok ? reference.value : null,
    values: { title: title.value, ...values },
  }
}

/** Decides what an import does with each row. The order of the rows does not matter. */
export function planExperiences(known: KnownExperience[], rows: ExperienceRow[]): Planned[] {
  const groups = Map.groupBy(rows, keyOf)
  const free = new Set(known)
  const take = (matches: (each: KnownExperience) => boolean) => {
    const found = [...free].find(matches)
    if (found) free.delete(found)
    return found
  }
  const planned = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]): Planned[] => {
      const [first, ...others] = group
      if (!first) return []
      if (others.some((other) => contentOf(other) !== contentOf(first)))
        return group.map((row, n) => refusedTwin(row, group[n === 0 ? 1 : 0]))
      const { external_reference, values } = first
      const isNamesake = ({ title }: KnownExperience) => plainText(title) === plainText(values.title)
      const same =
        (external_reference !== null && take((each) => each.external_reference === external_reference)) ||
        take((each) => each.external_reference === null && isNamesake(each)) ||
        (external_reference === null ? take(isNamesake) : undefined)
      return [
        same ? planKnown(same, first) : planNew(first),
        ...others.map(
          ({ line }): Planned => ({
            line,
            name: values.title,
            outcome: 'unchanged',
            id: same?.id ?? null,
            notes: [`This row repeats line ${first.line}.`],
          }),
        ),
      ]
    })
  return planned.toSorted((a, b) => a.line - b.line)
}

function planNew(row: ExperienceRow): Planned {
  const { line, values } = row
  const problem =
    values.price_per_person === undefined
      ? 'The price is missing.'
      : sizeProblem({ min_group_size: 1, max_group_size: null, ...values })
  return problem === null
    ? { line, name: values.title, outcome: 'new', id: null, row, notes: [] }
    : { line, name: values.title, outcome: 'refused', id: null, notes: [problem] }
}

function planKnown(known: KnownExperience, { line, external_reference, values }: ExperienceRow): Planned {
  const about = { line, name: values.title }
  const fields = (Object.keys(values) as Imported[]).filter((field) => known[field] !== values[field])
  const adopts = external_reference !== null && known.external_reference === null
  if (fields.length === 0 && !adopts) return { ...about, outcome: 'unchanged', id: known.id, notes: [] }
  const after = { ...known, ...values }
  const problem = sizeProblem(after)
  if (problem !== null) return { ...about, outcome: 'refused', id: null, notes: [problem] }
  const shown = (experience: KnownExperience, field: ExperienceField) => {
    const text = formatExperienceField(field, experience as never, []) || 'none'
    return text.length > 60 ? `${text.slice(0, 60)}…` : text
  }
  return {
    ...about,
    outcome: 'changed',
    id: known.id,
    changes: {
      ...Object.fromEntries(fields.map((field) => [field, values[field]])),
      ...(adopts && { external_reference }),
    },
    notes: [
      ...fields.map(
        (field) => `${experienceLabels[field]}: ${shown(known, field)} → ${shown(after, field)}.`,
      ),
      ...(adopts ? [`The experience gets the reference ${external_reference}.`] : []),
    ],
  }
}

function sizeProblem(sizes: GroupSizes) {
  return sizes.min_group_size <= largestParty(sizes)
    ? null
    : `The smallest party is ${sizes.min_group_size}, and the largest ${largestParty(sizes)}.`
}

function refusedTwin({ line, values, external_reference }: ExperienceRow, other?: ExperienceRow): Planned {
  const what = external_reference === null ? 'title' : 'reference'
  return {
    line,
    name: values.title,
    outcome: 'refused',
    id: null,
    notes: [
      `This row has the same ${what} as line ${other?.line}, but other contents. Keep one of the two rows.`,
    ],
  }
}

const keyOf = ({ external_reference, values }: ExperienceRow) =>
  external_reference === null ? `title ${plainText(values.title)}` : `reference ${external_reference}`

const contentOf = ({ values }: ExperienceRow) =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
