import { noFilters } from './filters.ts'
import { searchFields, tidyQuery } from './search-url.ts'

/** Milliseconds without input before typed or dragged values apply. */
const pauseMs = 350

const untouched = searchFields({ search: '', filters: noFilters, viewParams: {} })

/** The fields of the form by name; null if there is no form. */
type Fields = Record<string, string> | null

/** Decides when to write the fields of the search form to Explore's URL, and when to fill them from the URL. */
export function createLiveSearch() {
  /** The query of the results shown; undefined before the first results. */
  let shown: string | undefined
  /** The query that the form requested last, until its results arrive. */
  let asked: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const queryOf = (fields: Fields) => (fields ? tidyQuery(fields) : (shown ?? ''))
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    /** Drops a change that is about to apply. */
    cancel,
    /** Whether the results shown match the fields. */
    isSettled: (fields: Fields) => queryOf(fields) === shown,
    /** Returns the query to open for the fields; null if the results and the URL (`search`) match them already. */
    apply(fields: Fields, search: string): string | null {
      cancel()
      const query = queryOf(fields)
      return query === shown && query === search ? null : (asked = query)
    },
    /** Calls `apply` when nothing has been typed or dragged for a while. */
    applySoon(apply: () => void) {
      cancel()
      timer = setTimeout(apply, pauseMs)
    },
    /**
     * Returns the query to open after Back has closed a sheet and restored the earlier URL, so that the choices in the sheet
     * apply.
     */
    reapply(fields: Fields, search: string): string | null {
      const query = queryOf(fields)
      return query === search ? null : (asked = query)
    },
    /** Records that the results of `query` are shown. Returns new values for the fields; null if they stay. */
    show(query: string, search: string): Fields {
      const [before, isOwn] = [shown, asked === search]
      shown = query
      asked = undefined
      // A value being dragged or typed is about to be applied, so it stays.
      if (before === undefined || timer !== undefined) return null
      const { search: term = '', ...fields } = { ...untouched, ...paramsOf(query) }
      // The search box may contain a term that was typed while the list loaded and is not submitted yet.
      const keepsTerm = isOwn || paramsOf(before).search === paramsOf(query).search
      return keepsTerm ? fields : { ...fields, search: term }
    },
    /**
     * Returns whether filters were chosen before hydration. The search term does not count, because it waits for its
     * button.
     */
    hasEarlyChoices(fields: Fields) {
      const { search: _, ...chosen } = fields ?? paramsOf(shown)
      const { search: _term, ...known } = paramsOf(shown)
      return tidyQuery(chosen) !== tidyQuery(known)
    },
  }
}

const paramsOf = (query = ''): Record<string, string> => Object.fromEntries(new URLSearchParams(query))
