import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

export type Source = {
  path: string
  imports: { target: string; typeOnly: boolean; isDynamic: boolean }[]
  exports: string[]
  declared: string[]
  /** The regular expressions as they are written, including those made at run time: `new RegExp(…)`. */
  patterns: string[]
  lines: number
  comments: string[]
}

/** Returns every TypeScript file of the project, parsed. */
export function readSources(): Source[] {
  const paths = globSync(['{app,basemap,bench,db,server,test}/**/*.{ts,tsx}'])
  return paths.map((path) => parseSource(path, readFileSync(path, 'utf8')))
}

/**
 * Returns what a file imports and exports, the names that it declares, its length and its comments. Throws on a syntax
 * error. The target of a relative import is a path from the project root. SQL files export their functions and views.
 */
export function parseSource(path: string, text: string): Source {
  return path.endsWith('.sql') ? parseSql(path, text) : parseTypeScript(path, text)
}

function parseTypeScript(path: string, text: string): Source {
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)

  const nodes = listNodes(program)
  const declared = module.staticExports.flatMap(({ entries }) => entries)
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
      isDynamic: false,
    })),
    ...declared.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType, isDynamic: false }] : [],
    ),
    ...nodes.flatMap(({ type, source }) =>
      source?.value && (type === 'ImportExpression' || type === 'TSImportType')
        ? [
            {
              specifier: source.value,
              typeOnly: type === 'TSImportType',
              isDynamic: type === 'ImportExpression',
            },
          ]
        : [],
    ),
  ]
  return {
    path,
    imports: imports.map(({ specifier, ...kind }) => ({
      target: specifier.startsWith('.') ? join(dirname(path), specifier) : specifier,
      ...kind,
    })),
    exports: declared
      .filter(({ moduleRequest }) => !moduleRequest)
      .flatMap(({ exportName }) => exportName.name ?? []),
    declared: nodes.flatMap(declaredNames),
    patterns: nodes
      .filter(({ regex, callee }) => regex || callee?.name === 'RegExp')
      .map(({ start, end }) => text.slice(start, end)),
    lines: text.split('\n').length,
    comments: joinLineComments(text, comments),
  }
}

function parseSql(path: string, text: string): Source {
  const code = text.replaceAll(/--.*|'[^']*'/g, '')
  const comments = [...text.matchAll(/--.*/g)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
    value: line.slice(2),
  }))
  const defined = /create\s+(?:or\s+replace\s+)?(?:function|procedure|(?:materialized\s+)?view)\s+([\w.]+)/gi
  return {
    path,
    imports: [],
    exports: [...code.matchAll(defined)].map(([, name]) => name!),
    declared: [...code.matchAll(defined)].map(([, name]) => name!),
    patterns: [],
    lines: text.split('\n').length,
    comments: joinLineComments(text, comments),
  }
}

type Node = {
  type: string
  start: number
  end: number
  name?: unknown
  id?: Node
  params?: Node[]
  source?: { value?: string }
  callee?: Node
  tag?: Node
  regex?: unknown
}

/** Returns the names that a node declares: types, functions, classes, variables and parameters, also when destructured. */
function declaredNames({ type, id, params = [] }: Node): string[] {
  const isDeclaration =
    /^(TS(TypeAlias|Interface)Declaration|Function(Declaration|Expression)|Class(Declaration|Expression)|VariableDeclarator|ArrowFunctionExpression)$/
  if (!isDeclaration.test(type)) return []
  const parameters = Array.isArray(params) ? params : ((params as { items?: Node[] }).items ?? [])
  return [...(id ? [id] : []), ...parameters].flatMap(boundNames)
}

/** Returns the names that a binding pattern binds. */
function boundNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames)
  if (typeof pattern !== 'object' || pattern === null) return []
  const node = pattern as Record<string, unknown>
  if (node.type === 'Identifier') return [node.name as string]
  if (node.type === 'Property' || node.type === 'BindingProperty') return boundNames(node.value)
  return [node.elements, node.properties, node.argument, node.left, node.pattern, node.parameter].flatMap(
    boundNames,
  )
}

/** Returns a node of the syntax tree and all nodes below it. */
export function listNodes(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(listNodes)
  if (typeof node !== 'object' || node === null) return []
  return [...('type' in node ? [node as Node] : []), ...Object.values(node).flatMap(listNodes)]
}

/** Returns the text of all strings, templates and JSX in a file, but not its code and comments. */
export function listTexts(path: string, text: string): string[] {
  return listNodes(parseSync(path, text).program).flatMap((node) => {
    const { type, value } = node as { type: string; value?: unknown }
    if (type === 'TemplateElement') return [(value as { raw: string }).raw]
    return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? [value] : []
  })
}

type Comment = { start: number; end: number; value: string }

/** Returns the comments. Line comments on adjacent lines are joined into one comment. */
function joinLineComments(text: string, comments: Comment[]): string[] {
  const joined: (Comment & { block: boolean })[] = []
  for (const comment of comments) {
    const previous = joined.at(-1)
    const block = text.startsWith('/*', comment.start)
    const adjacent = previous && /^\r?\n[ \t]*$/.test(text.slice(previous.end, comment.start))
    if (adjacent && !block && !previous.block) {
      previous.value += `\n${comment.value}`
      previous.end = comment.end
    } else joined.push({ ...comment, block })
  }
  return joined.map(({ value }) => value)
}
