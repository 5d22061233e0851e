/** A visitor who proved a mail address, the staff of one vineyard, or an admin. */
export type Who = 'visitor' | 'winemaker' | 'admin'

/**
 * A right: who has it, and the rule as a sentence, which the documentation gives and a refusal repeats. How far a right
 * reaches stands in the query: what lies outside of it is absent.
 */
export type Policy<Allowed extends Who = Who> = { who: readonly Allowed[]; rule: string }

/** Keeps the names of who is allowed, so that an endpoint knows by whom it is called. */
export function policy<const Allowed extends Who>(who: readonly Allowed[], rule: string): Policy<Allowed> {
  return { who, rule }
}
