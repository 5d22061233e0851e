import type { Schema } from './examples.server.ts'

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Operation = {
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
}

/** The part of an OpenAPI document that the API's page shows. */
export type ApiDocument = {
  paths: Record<string, Record<string, unknown>>
  components?: { schemas?: Record<string, unknown> }
}

/** A field of a body or a query parameter, for the API's page. */
export type DocumentField = ReturnType<typeof fieldsOf>[number]

/** One endpoint on the API's page. */
export type Endpoint = ReturnType<typeof endpointOf>

/** Returns the document as chapters, one for each first part of a path, in the order of the endpoints. */
export function readDocument(document: ApiDocument) {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  const chapters = new Map<string, Endpoint[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    const name = String(path.split('/')[1]).replace(/\..*/, '')
    const endpoints = Object.entries(item).map(([method, operation]) =>
      endpointOf(method.toUpperCase(), path, operation as Operation, schemas),
    )
    chapters.set(name, [...(chapters.get(name) ?? []), ...endpoints])
  }
  return [...chapters].map(([name, endpoints]) => ({ name, endpoints }))
}

function endpointOf(method: string, path: string, operation: Operation, schemas: Record<string, Schema>) {
  const body = operation.requestBody?.content['application/json']?.schema
  return {
    id: `${method}${path}`
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
    method,
    path: `/api${path}`,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    // An empty security requirement opens the endpoint to everybody.
    guarded:
      (operation.security ?? []).length > 0 &&
      !operation.security?.some((scheme) => Object.keys(scheme as object).length === 0),
    parameters: (operation.parameters ?? []).map(({ name, required = false, description, schema = {} }) => ({
      name,
      kind: kindOf(schema),
      required,
      description: description ?? schema.description ?? '',
    })),
    body: fieldsOf(body?.$ref ? (schemas[nameOf(body.$ref)] ?? {}) : (body ?? {})),
    answers: Object.entries(operation.responses ?? {}).map(([status, { description, content = {} }]) => ({
      status,
      description,
      shape: kindOf(Object.values(content)[0]?.schema ?? {}),
    })),
  }
}

function fieldsOf({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    required: required.includes(name),
    description: schema.description ?? '',
  }))
}

/** Describes a schema: 'text, up to 200 characters', 'a whole number, 1 to 7', 'a list of Booking'. */
export function kindOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(' | ')
  switch (schema.type) {
    case 'string':
      return textKind(schema)
    case 'integer':
    case 'number':
      return [schema.type === 'integer' ? 'a whole number' : 'a number', bounds(schema)]
        .filter(Boolean)
        .join(', ')
    case 'boolean':
      return 'true | false'
    case 'null':
      return 'null'
    case 'array':
      return `a list of ${kindOf(schema.items || {})}`
    case 'object': {
      const items = schema.properties?.items?.items
      // Only the object that holds one page of a list has `items`.
      if (items) return `a page of ${items.$ref ? nameOf(items.$ref) : 'lines'}`
      const names = Object.keys(schema.properties ?? {})
      return names.length > 0 ? `{ ${names.join(', ')} }` : 'an object'
    }
    default:
      return ''
  }
}

const formats: Record<string, string> = {
  uuid: 'an id',
  date: 'a day',
  'date-time': 'an instant',
  email: 'an email address',
  uri: 'a URL',
}

function textKind({ format = '', maxLength }: Schema): string {
  return formats[format] ?? (maxLength === undefined ? 'text' : `text, up to ${maxLength} characters`)
}

function bounds({ minimum, maximum }: Schema): string {
  const [least, most] = [minimum, maximum].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound,
  )
  if (least === undefined) return most === undefined ? '' : `up to ${most}`
  return most === undefined ? `from ${least}` : `${least} to ${most}`
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}
