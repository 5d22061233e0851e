import fc from 'fast-check'

/** The parts of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'Ada',
    'kent',
    'a\nb',
    'ŵ',
    '2:30 PM',
    '<script>alert(1)</script>',
    "' or 1=1; --",
    '%',
    '${7*7}',
  ),
)

/** Values that are wrong for most fields. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    'x'.repeat(20_001),
    -1,
    0.1,
    1e308,
    -1e-308,
    2 ** 31,
    2 ** 53,
    true,
    [],
    {},
    [[[[]]]],
    { $gt: '' },
    '__proto__',
    'null',
    '1; drop table vineyards',
    '2026-02-30',
    '9999-12-31',
    '0000-00-00',
    '24:00',
    '23:59:60',
    '00000000-0000-0000-0000-000000000000',
    '../../etc/passwd',
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
)

/**
 * The ids and schemas from which values are drawn. `idsFor` returns existing ids for a field, which are drawn more often
 * than random ids. `schemas` maps the name of each schema in the document to the schema.
 */
export type Known = { idsFor: (field: string) => string[]; schemas: Record<string, Schema> }

type Inner = (of: Schema, field: string) => fc.Arbitrary<unknown>

/** Draws values for a field. Most values match the schema of the field. */
export function fromSchema(schema: Schema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const inner: Inner = (of, name) => fromSchema(of, known, name)
  const fitting = fits(schema, known, field, inner)
  return fc.oneof({ weight: 39, arbitrary: fitting }, { weight: 1, arbitrary: nasty })
}

function fits(schema: Schema, known: Known, field: string, inner: Inner): fc.Arbitrary<unknown> {
  if (schema.$ref) return inner(known.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}, field)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((of) => inner(of, field)))
  const { minimum: min = -10, maximum: max = 10_000 } = schema
  switch (schema.type) {
    case 'string':
      return stringOf(schema, known.idsFor(field))
    case 'integer':
      return fc.oneof(
        fc.integer({ min, max }),
        fc.constantFrom(min, max),
        fc.integer({ min, max: Math.min(max, min + 20) }),
      )
    case 'number':
      return fc.oneof(
        fc.double({ min, max, noNaN: true }),
        fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
        fc.constantFrom(18.5, 37, 55.5),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 4 } = schema
      return fc.array(inner(items, field), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 4),
      })
    }
    case 'object':
      return objectOf(schema, inner)
    default:
      return nasty
  }
}

function stringOf({ format, maxLength = 12 }: Schema, ids: string[]): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  if (format === 'date')
    return fc
      .integer({ min: -5, max: 400 })
      .map((days) => new Date(Date.UTC(2026, 5, 1 + days)).toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  // Patterns are ignored, so some values match the pattern of the schema, and some do not.
  return fc.oneof(
    texts.map((text) => text.slice(0, maxLength)),
    fc.constantFrom('14:30', '10:00', '14:30:00', 'wine_tasting', '01632 960123', '/pictures/a-960.webp'),
    fc.constantFrom(...ids).map((id) => `${id}-2026-06-07`),
  )
}

function objectOf({ properties = {}, required = [] }: Schema, inner: Inner) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, inner(of, name)]))
  const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  const broken = fc.oneof(
    fc.record(fields, { requiredKeys: [] }),
    fc
      .tuple(whole, fc.string({ maxLength: 8 }), nasty)
      .map(([object, name, value]) => ({ ...object, [name]: value })),
  )
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: broken })
}
