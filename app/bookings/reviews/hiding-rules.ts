/** The rules for hiding reviews, numbered from 1. Never reorder them, because emails quote their numbers. */
export const reviewRules = [
  'It is about another vineyard, or not about the visit.',
  'It was written for a reward, or by somebody who works for the vineyard or competes with it.',
  'It insults or threatens people, or it is obscene.',
  'It discriminates against people, for example for their origin, religion, sex or disability.',
  'It gives private details of a person, such as a surname, an address or a telephone number.',
  'It advertises something else, or it contains links.',
  'It shows or copies what belongs to somebody else, or it breaks the law in another way.',
] as const

/** The anchor of the hiding rules on the page of terms. */
export const reviewRulesAt = 'reviews'

/** Returns the number of a hiding rule from a form, or null. */
export function readRule(raw: FormDataEntryValue | null): number | null {
  const number = /^\d{1,2}$/.test(String(raw ?? '')) ? Number(raw) : 0
  return number >= 1 && number <= reviewRules.length ? number : null
}

/** Returns the text of a hiding rule; empty for a removed one, whose number older emails may still quote. */
export function ruleText(number: number): string {
  return reviewRules[number - 1] ?? ''
}
