import { parseSync } from 'vite'

/** The words in a file's strings. `classes` are the words in `className` attributes and properties; `words` are all words. */
export type ClassUse = { path: string; classes: string[]; words: string[] }

/**
 * Returns the class names that a TypeScript file gives to elements, and every word in its strings. A name that
 * continues with an expression, as in `badge-${tone}`, ends with a hyphen.
 */
export function readClassUse(path: string, text: string): ClassUse {
  const classes = new Set<string>()
  const words = new Set<string>()
  const visit = (node: unknown, isClass: boolean): void => {
    if (Array.isArray(node)) return node.forEach((part) => visit(part, isClass))
    if (typeof node !== 'object' || node === null) return
    const part = node as Record<string, unknown> & { type?: string }
    for (const word of wordsOf(part)) {
      words.add(word)
      if (isClass) classes.add(word)
    }
    // The values that a condition compares are not classes. Only its results are classes.
    const { test: condition, ...results } = part
    if (condition) visit(condition, false)
    const compares = part.type === 'BinaryExpression' && part.operator !== '+'
    visit(Object.values(results), givesClass(part) || (isClass && !compares))
  }
  visit(parseSync(path, text).program, false)
  return { path, classes: [...classes], words: [...words] }
}

/** Returns the class names in the selectors of a style sheet. */
export function readStyledClasses(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/url\([^)]*\)|"[^"]*"/g, '')
  return [...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name!)
}

/** Returns each class of an element that no style sheet names, and each class of a sheet that no element has. */
export function findUnmatchedClasses(uses: ClassUse[], sheets: { path: string; css: string }[]) {
  const styled = sheets.flatMap(({ path, css }) => readStyledClasses(css).map((name) => ({ path, name })))
  const names = new Set(styled.map(({ name }) => name))
  const words = new Set(uses.flatMap((use) => use.words))
  const beginnings = [...words].filter((word) => word.endsWith('-'))
  const isStyled = (name: string) =>
    name.endsWith('-') ? [...names].some((other) => other.startsWith(name)) : names.has(name)
  const isUsed = (name: string) =>
    words.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
  return {
    unstyled: uses.flatMap(({ path, classes }) =>
      classes.filter((name) => !isStyled(name)).map((name) => `${path}: ${name}`),
    ),
    unused: [
      ...new Set(styled.filter(({ name }) => !isUsed(name)).map(({ path, name }) => `${path}: ${name}`)),
    ],
  }
}

function givesClass({ type, name, key }: Record<string, unknown>): boolean {
  const named = (type === 'JSXAttribute' ? name : type === 'Property' ? key : null) as {
    name?: string
  } | null
  return /^(class|\w*className)$/i.test(named?.name ?? '')
}

function wordsOf({ type, value }: Record<string, unknown>): string[] {
  const text =
    type === 'Literal' ? value : type === 'TemplateElement' ? (value as { cooked: string }).cooked : ''
  return typeof text === 'string' ? text.split(/[^\w-]+/).filter(Boolean) : []
}
