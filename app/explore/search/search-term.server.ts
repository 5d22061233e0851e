import { townKey } from '../../catalogue/locations/gazetteer.server.ts'
import { isTypingErrorOf } from '../../platform/text/typing-error.ts'

/** Generic words, which suit every vineyard */
const genericWords = new Set(
  `vineyard vineyards vine vines winery wineries winemaker winemakers wine wines tasting tastings tour tours
  cellar door visit visits visiting experience experiences day days out trip trips near nearby around close
  in at by of to for from and or with the a an me my us best top good uk gb britain british united kingdom`.split(
    /\s+/,
  ),
)
const longGenericWords = [...genericWords].filter((word) => word.length > 5)

/** Returns 'kent' for 'kent vineyards', and '' if all words are generic. A long word may have one typing error. */
export function withoutGenericWords(typed: string): string {
  return typed
    .split(/[\s,]+/)
    .filter((word) => {
      const key = townKey(word)
      return (
        key !== '' && !genericWords.has(key) && !longGenericWords.some((long) => isTypingErrorOf(key, long))
      )
    })
    .join(' ')
}

/** Returns 'brighton' for 'brighton, uk'; null if there is no comma. */
export function beforeComma(typed: string): string | null {
  const comma = typed.indexOf(',')
  return comma < 0 ? null : typed.slice(0, comma).trim()
}

/** Vineyards that a text with a typing error may name, and the corrected text if it is clear */
type CorrectedName = { ids: string[]; name: string | null }

type NamedVineyard = Readonly<{ id: string; name: string }>
const keys = new WeakMap<NamedVineyard, string>()

/** Returns the vineyards whose name contains the typed words with at most one typing error; null if there are none. */
export function correctName(typed: string, vineyards: Iterable<NamedVineyard>): CorrectedName | null {
  const wanted = townKey(typed)
  if (wanted === '') return null
  const ids: string[] = []
  const corrected = new Set<string>()
  for (const vineyard of vineyards) {
    const key = keys.getOrInsertComputed(vineyard, ({ name }) => townKey(name))
    const part = partLike(wanted, key)
    if (part === null) continue
    ids.push(vineyard.id)
    corrected.add(part === key ? vineyard.name : part)
  }
  if (ids.length === 0) return null
  const [name = null, ...others] = corrected
  return { ids, name: others.length > 0 ? null : name }
}

/** Returns the first sequence of whole words in a name that the typed words may mean. */
function partLike(wanted: string, key: string): string | null {
  const words = key.split(' ')
  for (const from of words.keys())
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to).join(' ')
      if (part.length > wanted.length + 1) break
      if (isTypingErrorOf(wanted, part)) return part
    }
  return null
}
