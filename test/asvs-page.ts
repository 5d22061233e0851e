import { chapters, gaps, type Requirement, requirements } from './asvs.ts'

export type Evidence = { id: string; file: string; test: string }

/** A comment line that contains nothing else. */
const tag = /^[ \t]*\/\/ ASVS ([\d. ]+)\n(?:[ \t]*\/\/.*\n)*/gm
/** A test, a group of tests, or a row of a table of tests. */
const start = /^\s*(?:(?:test|it|describe)(?!\.(?:skip|todo|fixme|only))\b|[[{'"`])/
const quoted = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/
/** Where the name of a test follows that runs for each row of a table. */
const afterTable = /\)\(\s*(?=['"`])/

/**
 * Returns which requirements a test file names, each with the name of the test below. Throws if no test is below, or a
 * second tag.
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

export function stateOf(id: string, evidence: readonly Evidence[]): 'held' | 'held in part' | 'not held' {
  if (!evidence.some((found) => found.id === id)) return 'not held'
  return id in gaps ? 'held in part' : 'held'
}

/** Returns `docs/asvs.md`. */
export function describeAsvs(evidence: readonly Evidence[]): string {
  const of = (chapter: string) => requirements.filter(([id]) => id.startsWith(`${chapter}.`))
  const count = (rows: readonly Requirement[], state: string) =>
    rows.filter(([id]) => stateOf(id, evidence) === state).length
  const states = ['held', 'held in part', 'not held']
  const row = (name: string, cells: (string | number)[], fill = ' ') =>
    `| ${[name.padEnd(32, fill), ...cells.map((cell, n) => String(cell).padEnd(states[n]!.length, fill))].join(' | ')} |`
  const counts = (name: string, rows: readonly Requirement[]) =>
    row(
      name,
      states.map((state) => count(rows, state)),
    )
  const numbers = Object.keys(chapters)
  return [
    '# OWASP ASVS 5.0',
    '',
    'Which requirements of the Application Security Verification Standard are held, and by which test. `npm run asvs`',
    'writes this page from the tests that name a requirement in a comment (`// ASVS 2.3.4`). Of the 345 requirements,',
    'the 137 below can be asserted by a test here; the others ask for documents, or for parts that this site lacks.',
    'The summaries are ours; the [standard](https://owasp.org/www-project-application-security-verification-standard/)',
    'has the full text.',
    '',
    row('chapter', states),
    row('', ['', '', ''], '-'),
    ...numbers.map((chapter) => counts(`V${chapter} ${chapters[chapter]}`, of(chapter))),
    counts('all', requirements),
    ...numbers.flatMap((chapter) => [
      '',
      `## V${chapter} ${chapters[chapter]}`,
      ...of(chapter).flatMap((requirement) => describeRequirement(requirement, evidence)),
    ]),
    '',
  ].join('\n')
}

function describeRequirement([id, level, asks]: Requirement, evidence: readonly Evidence[]): string[] {
  const state = stateOf(id, evidence)
  const found = evidence.filter((one) => one.id === id)
  return [
    '',
    `**${id}** (level ${level}): ${asks.replaceAll('_', '\\_')}. ${state === 'held' ? 'Held.' : `${state[0]!.toUpperCase()}${state.slice(1)}: ${gaps[id] ?? 'no reason given.'}`}`,
    '',
    ...found.map(({ file, test }) => `- \`${file}\`: ${test.replaceAll(/[`*_<[]/g, '\\$&')}`),
  ].slice(0, found.length === 0 ? 2 : undefined)
}
