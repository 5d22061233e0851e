import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** The types that readers take: a text, or a form, a query or a file that contains a text. */
const kinds = /^(string|FormDataEntryValue|FormData|URLSearchParams|Uint8Array|unknown)\b(?!\[)/
/** The beginnings of readers' names. */
const readerName = /^(read|parse|is|without|plain|short)[A-Z]/

type Reader = { path: string; name: string; takes: string }

/** Returns the exported functions of `app/` that read text, found by name and by type of the first parameter. */
export function findTextReaders(): Reader[] {
  const paths = globSync('app/**/*.{ts,tsx}').filter((path) => !/\.test\.|\.generated\./.test(path))
  return paths.flatMap((path) => readersIn(path, readFileSync(path, 'utf8'))).toSorted(byName)
}

/** Returns the readers that a file exports. */
export function readersIn(path: string, text: string): Reader[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    const declared =
      declaration?.type === 'FunctionDeclaration'
        ? [{ id: declaration.id, init: declaration }]
        : declaration?.type === 'VariableDeclaration'
          ? declaration.declarations
          : []
    return declared.flatMap(({ id, init }) => {
      if (id?.type !== 'Identifier' || !readerName.test(id.name)) return []
      // If another function makes the reader, its type is unknown, but its name suggests that it takes a text.
      if (init?.type === 'CallExpression') return [{ path, name: id.name, takes: 'string' }]
      if (init?.type !== 'FunctionDeclaration' && init?.type !== 'ArrowFunctionExpression') return []
      const [first] = init.params
      if (init.async || first?.type !== 'Identifier' || !first.typeAnnotation) return []
      const { start, end } = first.typeAnnotation.typeAnnotation
      const [takes] = kinds.exec(text.slice(start, end)) ?? []
      return takes === undefined ? [] : [{ path, name: id.name, takes }]
    })
  })
}

const byName = (a: Reader, b: Reader) => (`${a.path} ${a.name}` < `${b.path} ${b.name}` ? -1 : 1)

/** A form that has the text in every field. It has no numbered fields, so that loops over such fields end. */
class FullForm extends FormData {
  readonly #text: string
  constructor(text: string) {
    super()
    this.#text = text
  }
  override get = () => this.#text
  override getAll = () => [this.#text]
  override has = (name: string) => !/\d/.test(name)
}

/** A query that has the text in every parameter. */
class FullQuery extends URLSearchParams {
  readonly #text: string
  constructor(text: string) {
    super({ search: text })
    this.#text = text
  }
  override get = () => this.#text
  override getAll = () => [this.#text]
  override has = () => true
}

/** Returns a text as a value of the type that a reader takes. */
export function argumentOf(takes: string, text: string): unknown {
  if (takes === 'FormData') return new FullForm(text)
  if (takes === 'URLSearchParams') return new FullQuery(text)
  return takes === 'Uint8Array' ? new TextEncoder().encode(text) : text
}
