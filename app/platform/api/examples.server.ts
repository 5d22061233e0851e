import { createHash } from 'node:crypto'

import { addDays } from '../days.ts'
import { placeholderDay, samples } from './samples.ts'

/** The part of JSON Schema (2020-12) that the document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema | false
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** The depth at which the example of a recursive schema ends. */
const maxDepth = 8

/**
 * Returns a function that makes an example for a schema. The same schema always gets the same example. `noun` is the first
 * part of the operation's path, `name` the field that the schema describes, and `holder` the object that has the field.
 */
export function exampleMaker(schemas: Record<string, Schema>, noun: string) {
  return make

  function make(schema: Schema, name = '', depth = 0, holder = noun): unknown {
    if (schema.$ref) return make(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, depth, holder)
    if (schema.examples) return schema.examples[0]
    if (schema.const !== undefined) return schema.const
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return schema.enum[0]
    const alternatives =
      schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? typesOf(schema) : undefined)
    if (alternatives) return makeOneOf(alternatives, name, depth, holder)
    const sample = sampleFor(schema, name, holder)
    if (sample !== undefined) return sample
    switch (schema.type) {
      case 'object':
        return makeObject(schema, name || noun, depth)
      case 'array':
        return makeArray(schema, name, depth)
      case 'string':
        return textFor(schema, name)
      case 'integer':
      case 'number':
        return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return 'text'
    }
  }

  /**
   * Makes an example of the first alternative that is a text with a fitting sample. Without such a text, uses
   * the first alternative that is not null.
   */
  function makeOneOf(alternatives: Schema[], name: string, depth: number, holder: string): unknown {
    const real = alternatives.filter(({ type }) => type !== 'null')
    const fitting = real.find((way) => way.type === 'string' && sampleFor(way, name, holder) !== undefined)
    const way = fitting ?? (depth < maxDepth ? real[0] : undefined)
    return way ? make(way, name, depth, holder) : null
  }

  function sampleFor(schema: Schema, name: string, holder: string): unknown {
    const known = [samples[`${holder}.${name}`], samples[`${noun}.${name}`], samples[name]].filter(
      (sample) => sample !== undefined,
    )
    // A number in a query is sent as text.
    const written = known.map((sample) =>
      schema.type === 'string' && typeof sample === 'number' ? String(sample) : sample,
    )
    return written.find((sample) => fits(sample, schema))
  }

  function makeObject(
    { properties = {}, additionalProperties }: Schema,
    holder: string,
    depth: number,
  ): unknown {
    const fields = depth < maxDepth ? Object.entries(properties) : []
    const made = Object.fromEntries(
      fields.map(([name, schema]) => [name, make(schema, name, depth + 1, holder)]),
    )
    if (fields.length > 0 || !additionalProperties || depth >= maxDepth) return made
    return { name: additionalProperties === true ? 'text' : make(additionalProperties, 'name', depth + 1) }
  }

  function makeArray({ items, prefixItems }: Schema, name: string, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((schema) => make(schema, name, depth + 1))
    return items && depth < maxDepth ? [make(items, name, depth + 1)] : []
  }
}

function typesOf(schema: Schema): Schema[] {
  return [schema.type ?? []].flat().map((type) => ({ ...schema, type }))
}

/** Returns whether a sample, which was chosen by the field's name, fits the field's schema. */
function fits(sample: unknown, { type, format, pattern, minimum, maximum, maxLength }: Schema): boolean {
  switch (type) {
    case 'string':
      return (
        typeof sample === 'string' &&
        sample.length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
        (pattern === undefined || new RegExp(pattern, 'u').test(sample)) &&
        !['uuid', 'date', 'date-time'].includes(pattern === undefined ? (format ?? '') : '')
      )
    case 'integer':
    case 'number':
      return (
        typeof sample === 'number' &&
        sample >= (minimum ?? Number.NEGATIVE_INFINITY) &&
        sample <= (maximum ?? Number.POSITIVE_INFINITY)
      )
    case 'array':
      return Array.isArray(sample)
    case 'object':
      return typeof sample === 'object' && !Array.isArray(sample)
    default:
      return typeof sample === type
  }
}

function textFor({ format, pattern, maxLength }: Schema, name: string): string {
  switch (format) {
    case 'uuid':
      return idFor(name)
    case 'date':
      return /(^until$|end|last|valid_until)/.test(name) ? addDays(placeholderDay, 92) : placeholderDay
    case 'date-time':
      return name.startsWith('end') ? `${placeholderDay}T15:00:00.000Z` : `${placeholderDay}T13:30:00.000Z`
    case 'email':
      return 'ada@example.com'
    case 'uri':
      return 'https://hollowdown.example.com'
    default:
  }
  if (pattern?.startsWith('^([01]')) return '14:30'
  if (/_(time|at)$/.test(name)) return '14:30:00'
  if (name.endsWith('id')) return idFor(name)
  return (name.replaceAll('_', ' ') || 'text').slice(0, maxLength ?? 200)
}

/** Returns a UUID that is always the same for a field's name. */
function idFor(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
