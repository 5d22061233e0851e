import fc from 'fast-check'

import { fromSchema, type Known, nasty, type Schema } from './from-schema.ts'

type Parameter = { in: string; name: string; required?: boolean; schema: Schema }
type Content = Record<string, { schema?: Schema }>
export type Operation = {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  responses: Record<string, { content?: Content }>
}
export type OpenApi = {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}
type RawOperation = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Operation['responses']
}

export type FuzzedRequest = {
  name: string
  path: string
  method: string
  headers: [string, string][]
  body?: string
}

/** Returns all operations of the OpenAPI document. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      responses,
    })),
  )
}

/** Draws requests to an operation from any caller. Most requests match the document. */
export function requestsTo(
  operation: Operation,
  known: Known & { tokens: string[]; sensible: (name: string) => Record<string, unknown>[] },
): fc.Arbitrary<FuzzedRequest> {
  const { method, parameters, body } = operation
  const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const segment = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...known.idsFor(operation.path.split('/')[1] ?? '')) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: nasty.map(asText) },
  )
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query')
  const query = fc.record(
    Object.fromEntries(
      queryParameters.map(({ name, schema }) => [name, fromSchema(schema, known, name).map(asText)]),
    ),
    { requiredKeys: queryParameters.filter(({ required }) => required).map(({ name }) => name) },
  )
  const stray = fc.array(fc.tuple(fc.string({ maxLength: 6 }), nasty.map(asText)), { maxLength: 1 })
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  const mostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: other })
  const seen = fc.constantFrom('"0123456789abcdef"', '*', 'W/""', '"', '')
  const somebody = fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 9, arbitrary: fc.constantFrom(...known.tokens) },
    { weight: 1, arbitrary: fc.constantFrom('nonsense', 'A'.repeat(43), '', 'a b') },
  )

  return fc
    .record({
      segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
      query,
      stray: rarely(stray),
      token: somebody,
      seen: method === 'PATCH' ? mostly(fc.constant('*'), seen) : rarely(seen),
      key: rarely(fc.oneof(fc.uuid(), fc.constantFrom('x', ''))),
      kind: rarely(
        fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-8',
          '',
        ),
      ),
      body: body ? bodyOf(body, known, known.sensible(operation.name)) : fc.constant(undefined),
      raw: rarely(fc.constantFrom('', '{', '[1,', '\u0000', '{"a":1}{"b":2}', '"x"', 'null', 'NaN')),
    })
    .map(({ segments, query, stray, token, seen, key, kind, body: json, raw }) => {
      let at = 0
      const path = operation.path.replaceAll(/\{\w+\}/g, () => encode(segments[at++ % segments.length] ?? ''))
      const search = new URLSearchParams(
        [...Object.entries(query), ...(stray ?? [])].map(([name, value]) => [
          name,
          wellFormed(String(value)),
        ]),
      )
      const sends = body !== undefined
      return {
        name: operation.name,
        method,
        path: `/api${path}${search.size > 0 ? `?${search}` : ''}`,
        headers: Object.entries({
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(seen && { 'If-Match': seen }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(sends && { 'Content-Type': kind ?? 'application/json' }),
        }),
        ...(sends && { body: raw ?? JSON.stringify(json) ?? '' }),
      }
    })
}

/** Draws bodies: some from the schema, and some valid bodies in which a field may be replaced. */
function bodyOf(body: Schema, known: Known, sensible: Record<string, unknown>[]): fc.Arbitrary<unknown> {
  const made = fromSchema(body, known)
  if (sensible.length === 0) return made
  const changed = fc
    .record({
      from: fc.constantFrom(...sensible),
      at: fc.nat(),
      value: fc.oneof(nasty, fc.constantFrom(0, 1, null)),
    })
    .map(({ from, at, value }) => {
      const fields = Object.keys(from)
      return { ...from, [fields[at % fields.length] ?? 'x']: value }
    })
  return fc.oneof(
    { weight: 1, arbitrary: made },
    { weight: 3, arbitrary: fc.constantFrom(...sensible) },
    { weight: 2, arbitrary: changed },
  )
}

const wellFormed = (text: string) => text.toWellFormed()
const encode = (text: string) => encodeURIComponent(wellFormed(text)).replaceAll('.', '%2E') || '%20'
