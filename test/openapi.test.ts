import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { findTargetHandler } from 'hono/utils/handler'
import { afterAll, expect, test } from 'vitest'

import { startApp } from './app.ts'

const run = promisify(execFile)

type Media = { schema?: unknown; example?: unknown }
type Schema = { $ref?: string; properties?: Record<string, unknown> }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
type Validate = (value: unknown) => { issues?: unknown } | Promise<{ issues?: unknown }>
/** Data that hono-openapi attaches to a handler: the schema of a request, or the answers of an operation. */
type Described = {
  target?: string
  validate?: Validate
  spec?: { responses?: Record<string, { content?: Record<string, { schema?: { validate?: Validate } }> }> }
}

const app = await startApp()
const text = await (await app.visit('/api/openapi.json')).text()
const document: {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  tags: { name: string; description: string }[]
} = JSON.parse(text)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
/** The accepted warnings: there is no licence and no contact, and some operations have no description. */
const allowed = ['info-license', 'info-contact', 'operation-description']

const long = test.runIf(process.env.LONG)

long('Spectral finds no errors in the OpenAPI document', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] })
  const found = await linter.run(JSON.parse(text))
  const problems = found.filter(({ code }) => !allowed.includes(String(code)))
  expect(problems.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
})

long('Redocly finds no errors in the OpenAPI document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-openapi-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, text)
  const command = 'node_modules/@redocly/cli/bin/cli.js'
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(
    process.execPath,
    [command, 'lint', file, '--format=json', '--max-problems=1000'],
    { env, maxBuffer: 1e8 },
  ).catch((failed: { stdout: string }) => failed)
  const problems: { ruleId: string; message: string; location: { pointer: string }[] }[] =
    JSON.parse(stdout).problems
  const found = problems.filter(({ ruleId }) => !allowed.includes(ruleId))
  expect(
    found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})

test('every tag has a description', () => {
  expect(document.tags.filter(({ description }) => description === '')).toEqual([])
})

test('every request body and every successful answer has an example', () => {
  const without = operations.flatMap(({ name, operation: { requestBody, responses } }) => {
    const good = Object.entries(responses).filter(([status]) => Number(status) < 300)
    const bodies = [requestBody?.content, ...good.map(([, { content }]) => content)]
    return bodies
      .flatMap((content) => Object.values(content ?? {}))
      .some(({ example }) => example === undefined)
      ? [name]
      : []
  })
  expect(operations.length).toBeGreaterThan(150)
  expect(without).toEqual([])
})

// ASVS 2.1.1
test('every example passes the schema of its endpoint', async () => {
  let checked = 0
  const wrong: string[] = []
  const check = async (name: string, validate: Validate | undefined, media: Media | undefined) => {
    if (!validate || !media) return
    checked += 1
    const { issues } = await validate(media.example)
    if (issues) wrong.push(`${name}: ${JSON.stringify(issues)}`)
  }
  for (const { method, path, handler } of app.routes as { method: string; path: string; handler: object }[]) {
    const described = describedBy(handler)
    const operation =
      document.paths[path.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!described || !operation) continue
    const name = `${method} ${path}`
    if (described.target === 'json')
      await check(name, described.validate, operation.requestBody?.content['application/json'])
    for (const [status, answer] of Object.entries(described.spec?.responses ?? {}))
      await check(
        `${name} ${status}`,
        answer.content?.['application/json']?.schema?.validate,
        operation.responses[status]?.content?.['application/json'],
      )
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(180)
})

test('a list has the parameters page, limit and sort if and only if its answer has a total', () => {
  const paging = ['page', 'limit', 'sort']
  const wrong = operations.flatMap(({ name, operation }) => {
    const taken = queryOf(operation).filter((parameter) => paging.includes(parameter))
    const { items, total } = schemaOf(operation)?.properties ?? {}
    const hasTotal = items !== undefined && total !== undefined
    return taken.length === (hasTotal ? paging.length : 0)
      ? []
      : [`${name} takes ${taken.join(', ') || 'none'}`]
  })
  expect(wrong).toEqual([])
  expect(document.info.description).toContain(
    'A list whose response has a total accepts page, limit and sort',
  )
})

test('an endpoint refuses undocumented parameters, unless it reads its parameters as a page does', async () => {
  const readers: string[] = []
  const lenient: string[] = []
  for (const { method, path, handler } of app.routes as { method: string; path: string; handler: object }[]) {
    const described = describedBy(handler)
    if (described?.target !== 'query') continue
    readers.push(`${method} ${path.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')}`)
    const { issues = [] } = (await described.validate?.({ zz: '1' })) ?? {}
    if (!JSON.stringify(issues).includes('zz')) lenient.push(`${method} ${path}`)
  }
  expect(lenient).toEqual([])
  const documented = operations
    .filter(({ operation }) => queryOf(operation).length > 0)
    .map(({ name }) => name)
  const asPages = ['GET /explore/places', 'GET /explore/places/{id}']
  expect(documented.filter((name) => !readers.includes(name))).toEqual(asPages)
})

/** Returns the names of the parameters that a query of an operation may have. */
const queryOf = ({ parameters = [] }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)

/** Returns the schema of a successful answer. */
function schemaOf({ responses }: Operation): Schema | undefined {
  const schema = responses['200']?.content?.['application/json']?.schema as Schema | undefined
  const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '') ?? []
  return document.components.schemas[name] ?? schema
}

function describedBy(handler: object): Described | undefined {
  const target = findTargetHandler(handler as never) as unknown as Record<symbol, Described>
  const symbol = Object.getOwnPropertySymbols(target).find(({ description }) => description === 'openapi')
  return symbol && target[symbol]
}
