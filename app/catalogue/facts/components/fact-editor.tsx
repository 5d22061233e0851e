import { type StatedFact, statedFactNames } from '../stated-fact.ts'
import type { ReactNode } from 'react'

import { DraftEditor, useOpened } from '../../../ui/forms/draft-editor.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { type FactSaveResult, type OpenedFacts, readFactDraft } from '../fact-actions.tsx'
import { RestateField, VisitQuestions } from '../../experiences/components/visit-questions.tsx'
import { definitionOf, longestDetail, wordsOfFact } from '../facts.ts'

type OwnFact = StatedFact & { experience_id: string | null }

/** A form with the questions about a visit, for all experiences or for a single experience. */
export function FactEditor({
  loaded,
  all,
  experiences,
  result,
  preview,
}: {
  /** The answers with which the form opens. After a save, the form starts from the saved answers instead. */
  loaded: OpenedFacts
  /** All facts that the vineyard states. */
  all: readonly OwnFact[]
  experiences: readonly { id: string; title: string }[]
  result: FactSaveResult | undefined
  preview: (draft: Pick<OpenedFacts, 'answers' | 'visit'>) => ReactNode
}) {
  const opened = useOpened(loaded, result)
  const { experience_id, answers, visit } = opened
  const titles = new Map(experiences.map(({ id, title }) => [id, title]))
  return (
    <DraftEditor
      name={`facts-${experience_id ?? 'all'}`}
      opened={opened}
      result={result}
      read={readFactDraft}
      preview={preview}
    >
      {(problems) => (
        <>
          {visit && (
            <div className="form-grid fact-question">
              <VisitQuestions answers={visit} problems={problems} />
            </div>
          )}
          {statedFactNames.map((name) => {
            const { label, question, example, choices } = definitionOf(name)
            const others = all.filter(({ fact, experience_id: of }) => fact === name && of !== experience_id)
            const shared = others.find((fact) => fact.experience_id === null)
            const differs = others.filter((fact) => fact.experience_id !== null)
            const unanswered =
              experience_id === null
                ? 'Not stated'
                : `As for all: ${shared ? choices[shared.choice] : 'not stated'}`
            return (
              <div className="form-grid fact-question" key={name}>
                <SelectField
                  name={name}
                  label={question}
                  defaultValue={answers[name].choice}
                  error={problems[name]}
                  hint={
                    experience_id === null && differs.length > 0
                      ? `Differs for ${differs.map((fact) => `${titles.get(fact.experience_id ?? '') ?? 'an experience'}: ${wordsOfFact(fact)}`).join('; ')}`
                      : undefined
                  }
                  options={choices}
                >
                  <option value="">{unanswered}</option>
                </SelectField>
                <TextField
                  name={`${name}_detail`}
                  label={`${label}: details`}
                  optional
                  maxLength={longestDetail}
                  defaultValue={answers[name].detail ?? ''}
                  hint={`For example: ${example}`}
                />
              </div>
            )
          })}
          <RestateField />
        </>
      )}
    </DraftEditor>
  )
}
