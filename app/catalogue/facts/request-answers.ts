import {
  type VisitFactName,
  visitFactNames,
  visitFactText,
  type VisitFacts,
} from '../experiences/experience-facts.ts'
import { definitionOf, inOrder, statedWhen, wordsOfFact } from './facts.ts'
import { type Topic, topics, topicsIn } from './topics.ts'

const topicOfVisitFact: Record<VisitFactName, Topic> = {
  step_free: 'access',
  dogs: 'dogs',
  children: 'children',
  parking: 'parking',
  food: 'food',
  station: 'station',
}

/** A topic of a guest's request, and sentences with the facts that the vineyard states about the topic. */
export type RequestAnswer = { asked: string; sentences: string[] }

/**
 * Returns the facts that the vineyard states about each topic of a guest's request, or a sentence that says there are none.
 */
export function answerRequest(request: string, visit: VisitFacts): RequestAnswer[] {
  return topicsIn(request).map((topic) => {
    const known = visitFactNames
      .filter((name) => topicOfVisitFact[name] === topic)
      .flatMap((name) => {
        const text = visitFactText(visit, name)
        return text ? [{ text, stated_on: visit.facts_stated_on[name] ?? null }] : []
      })
    const stated = inOrder(visit.facts).filter(({ fact }) => definitionOf(fact).topic === topic)
    const sentences = [
      ...known.map(({ text }) => text),
      ...stated.map(wordsOfFact),
      statedWhen([...known, ...stated]),
    ].filter(Boolean)
    if (sentences.length === 0)
      sentences.push('The vineyard has not stated anything about this yet, and will see your request')
    return {
      asked: `You asked for ${topics[topic].asked}`,
      sentences: sentences.map((text) => text.replace(/\.?$/, '.')),
    }
  })
}
