import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { type Part, type Requirement, states } from './asvs.ts'

export type Evidence = { id: string; file: string; test: string }

/** A comment line that contains only a tag, such as `// ASVS 2.3.4`, with the comment lines that follow it. */
const tag = /^[ \t]*\/\/ ASVS ([\d. ]+)\n(?:[ \t]*\/\/.*\n)*/gm
/** A test, a group of tests, or a row of a table of tests. */
const start = /^\s*(?:(?:test|it|describe)(?!\.(?:skip|todo|fixme|only))\b|[[{'"`])/
const quoted = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/
/** The text that precedes the name of a test that runs for each row of a table. */
const afterTable = /\)\(\s*(?=['"`])/

/**
 * Returns the requirements that the tags of a test file name, each with the name of the test below its tag.
 * Throws if a tag is not followed by a test.
 */
export function readEvidence(file: string, text: string): Evidence[] {
  return [...text.matchAll(tag)].flatMap(({ 0: comment, 1: ids = '', index }) => {
    if (comment.split('// ASVS ').length > 2)
      throw new Error(`${file}: write ASVS ${ids} and the tag below in one line`)
    const below = text.slice(index + comment.length)
    const title = /^\s*\w+\.each\b/.test(below) ? below.slice(below.search(afterTable)) : below
    const [, ...names] = (start.test(below) && quoted.exec(title.slice(0, 500))) || []
    const test = names.find(Boolean)?.replaceAll('\\', '')
    if (!test) throw new Error(`${file}: there is no test below ASVS ${ids}`)
    return ids.split(' ').map((id) => ({ id, file, test }))
  })
}

/**
 * Returns the mistakes in the list of requirements: a proof or reason that is missing or does not suit the
 * state, or a document or heading that does not exist.
 */
export function findUnproven(requirements: readonly Requirement[], evidence: readonly Evidence[]): string[] {
  return requirements.flatMap(({ id, state, reason, documents }) => {
    const isProven = documents.length > 0 || evidence.some((found) => found.id === id)
    const isHeld = state === 'held' || state === 'held in part'
    return [
      ...(isHeld && !isProven ? [`${id}: names no test and no document`] : []),
      ...(state === 'not held' && isProven ? [`${id}: has a proof, but is not held`] : []),
      ...(state === 'held' && reason ? [`${id}: is held, but has a reason`] : []),
      ...(state !== 'held' && !reason ? [`${id}: has no reason`] : []),
      ...documents.filter((document) => !hasDocument(document)).map((name) => `${id}: no document ${name}`),
    ]
  })
}

function hasDocument(document: string): boolean {
  const [file = '', anchor] = document.split('#')
  if (!existsSync(`docs/${file}`)) return false
  const headings = readFileSync(`docs/${file}`, 'utf8').match(/^#+ .*$/gm) ?? []
  const anchors = headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\w -]/g, ''),
  )
  return anchor === undefined || anchors.some((heading) => heading.replaceAll(' ', '-') === anchor)
}

/** Returns the text of `test/asvs.md`. */
export function describeAsvs(
  parts: readonly Part[],
  requirements: readonly Requirement[],
  evidence: readonly Evidence[],
): string {
  const within = ({ id }: Part) => requirements.filter((one) => one.id.startsWith(`${id}.`))
  const inState = (state: string) => requirements.filter((one) => one.state === state)
  const chapters = parts.filter(({ id }) => !id.includes('.'))
  const row = (name: string, cells: (string | number)[], fill = ' ') =>
    `| ${[name.padEnd(32, fill), ...cells.map((cell, n) => String(cell).padEnd(states[n]!.length, fill))].join(' | ')} |`
  const counts = (name: string, rows: readonly Requirement[]) =>
    row(
      name,
      states.map((state) => rows.filter((one) => one.state === state).length),
    )
  return [
    '# OWASP ASVS 5.0',
    '',
    `All ${requirements.length} requirements of the Application Security Verification Standard, levels 1 to 3, with the tests and documents that`,
    'prove each of them, or the reason why it is not held. `npm run asvs` writes this page from `test/asvs-*.csv` and from the',
    'tests that name a requirement in a comment (`// ASVS 2.3.4`). The summaries are ours; the',
    '[standard](https://owasp.org/www-project-application-security-verification-standard/) has the full text.',
    '',
    'The largest risk that remains is where session tokens are: in local storage, where a script that got into a page could',
    'read them. Requirement 14.3.3 says what limits it.',
    '',
    row('chapter', [...states]),
    row(
      '',
      states.map(() => ''),
      '-',
    ),
    ...chapters.map((part) => counts(`V${part.id} ${part.summary}`, within(part))),
    ...['1', '2', '3'].map((level) =>
      counts(
        `level ${level}`,
        requirements.filter((one) => one.level === level),
      ),
    ),
    counts('all', requirements),
    '',
    '## Left to the operator',
    '',
    'What you have to do when you run the site.',
    '',
    ...inState('left to the operator').map(
      (one) => `- ${titleOf(one)} ${one.reason}${one.documents.map((name) => ` ${linkTo(name)}.`).join('')}`,
    ),
    '',
    '## Not held',
    '',
    ...inState('not held').map((one) => `- ${titleOf(one)} ${one.reason}`),
    ...chapters.flatMap((part) => [
      '',
      `## V${part.id} ${part.summary}`,
      ...(part.state ? describePart(part, within(part), evidence) : []),
      ...(part.state ? [] : describeSections(part, parts, within(part), evidence)),
    ]),
    '',
  ].join('\n')
}

/** Returns the requirements of a chapter. Sections with one state and reason for all their requirements come last. */
function describeSections(
  chapter: Part,
  parts: readonly Part[],
  requirements: readonly Requirement[],
  evidence: readonly Evidence[],
): string[] {
  const shared = parts.filter(({ id, state }) => state && id.startsWith(`${chapter.id}.`))
  const isIn = (id: string) => shared.some((part) => id.startsWith(`${part.id}.`))
  return [
    ...requirements.filter(({ id }) => !isIn(id)).flatMap((one) => describeRequirement(one, evidence)),
    ...shared.flatMap((part) => {
      const inside = requirements.filter(({ id }) => id.startsWith(`${part.id}.`))
      return ['', `### ${part.summary}`, ...describePart(part, inside, evidence)]
    }),
  ]
}

function describePart(
  part: Part,
  requirements: readonly Requirement[],
  evidence: readonly Evidence[],
): string[] {
  return [
    '',
    `${capital(part.state)}: ${part.reason}`,
    '',
    ...requirements.flatMap((one) => [
      `- ${titleOf(one)}`,
      ...evidence.filter(({ id }) => id === one.id).map((found) => `  ${describeTest(found)}`),
    ]),
  ]
}

function describeRequirement(one: Requirement, evidence: readonly Evidence[]): string[] {
  const isAbove = one.state === 'not held' || one.state === 'left to the operator'
  const state = isAbove ? `[${capital(one.state)}](#${one.state.replaceAll(' ', '-')})` : capital(one.state)
  const proofs = [
    ...(isAbove ? [] : one.documents.map((name) => `- ${linkTo(name)}`)),
    ...evidence.filter(({ id }) => id === one.id).map(describeTest),
  ]
  return [
    '',
    `${titleOf(one)} ${state}${isAbove || !one.reason ? '.' : `: ${one.reason}`}`,
    ...(proofs.length > 0 ? ['', ...proofs] : []),
  ]
}

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`
const titleOf = ({ id, level, summary }: Requirement) =>
  `**${id}** (level ${level}): ${summary.replaceAll('_', '\\_')}.`
const linkTo = (document: string) => `[${document}](${join('../docs', document)})`
const describeTest = ({ file, test }: Evidence) => `- \`${file}\`: ${test.replaceAll(/[`*_<[]/g, '\\$&')}`
