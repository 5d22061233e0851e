/**
 * Reads an array as Postgres prints it: `{1,2}`, `{"a b",NULL}`, `{{1},{2}}`. `parse` gets each element's text, never
 * a null.
 */
export function parseArray(text: string, parse: (element: string) => unknown): unknown[] {
  let at = text.indexOf('{')

  const quoted = (): string => {
    let element = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      element += text[at]
    }
    at++
    return element
  }
  const bare = (): string => {
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at++
    return text.slice(start, at)
  }
  const element = (): unknown => {
    if (text[at] === '{') return list()
    if (text[at] === '"') return parse(quoted())
    const word = bare()
    return word === 'NULL' ? null : parse(word)
  }
  const list = (): unknown[] => {
    const found: unknown[] = []
    for (at++; text[at] !== '}'; ) {
      found.push(element())
      if (text[at] === ',') at++
    }
    at++
    return found
  }
  return list()
}

/** Writes an array for Postgres; nested arrays are dimensions, null and undefined are NULL. */
export function formatArray(values: readonly unknown[], format: (value: unknown) => unknown): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return formatArray(value, format)
    if (value === null || value === undefined) return 'NULL'
    return `"${String(format(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}
