/** Returns a Mermaid chart. Each line has a value per label of the x axis. */
export function chartOf(title: string, places: string[], lines: number[][]): string {
  const top = Math.max(...lines.flat()) * 1.1
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${title}"`,
    `  x-axis [${places.map((place) => `"${place}"`).join(', ')}]`,
    `  y-axis "ms" 0 --> ${Math.ceil(top)}`,
    ...lines.map((values) => `  line [${values.map((value) => value.toPrecision(3)).join(', ')}]`),
    '```',
  ].join('\n')
}
