import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'

import { type CallProblem, problemSentence, resultOf, seenAs } from '../../staff-client/call.ts'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import type { Result } from '../../platform/result.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { longestAlt, type VineyardPicture } from '../vineyard-picture.ts'
import { picturesAt } from '../vineyard-save.ts'

export type CaptionedPicture = Pick<
  VineyardPicture,
  'id' | 'shown_as' | 'address' | 'alt' | 'experience_id' | 'version'
>

/** What is said of a picture, and the way to take it away; `children` are other things to do with it. */
export function PictureCaption({
  area,
  picture,
  onTaken,
  children,
}: {
  area: StaffArea
  picture: CaptionedPicture
  /** Called when it is taken away. */
  onTaken: () => void
  children?: ReactNode
}) {
  const { id } = picture
  const [alt, setAlt] = useState(picture.alt)
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const one = picturesAt(area)[':id']
  const seen = seenAs(picture.version)
  const act = async (calling: Promise<Result<unknown, CallProblem>>, then?: () => void) => {
    const done = await calling
    setProblem(done.ok ? null : problemSentence(done.problem))
    if (!done.ok) return
    then?.()
    await revalidate()
  }
  return (
    <div className="picture-caption">
      <TextField
        label="What it shows"
        hint="For those who do not see it. Leave it empty where it only decorates."
        maxLength={longestAlt}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <div className="row">
        {alt !== picture.alt && (
          <Button
            type="button"
            small
            onClick={() => void act(resultOf(one.$patch({ param: { id }, json: { alt } }, seen)))}
          >
            Save these words
          </Button>
        )}
        {children}
        <Button
          type="button"
          small
          variant="danger"
          onClick={() => void act(resultOf(one.$delete({ param: { id } })), onTaken)}
        >
          Take away
        </Button>
      </div>
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-problem`}>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}

/** That a picture was taken away, and the way to have it back. */
export function TakenAway({ area, id, onBack }: { area: StaffArea; id: string; onBack: () => void }) {
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string | null>(null)
  const undo = async () => {
    const done = await resultOf(picturesAt(area)[':id'].restore.$post({ param: { id } }))
    if (!done.ok) return setProblem(problemSentence(done.problem))
    onBack()
    await revalidate()
  }
  return (
    <p className="small" role="status">
      The picture is taken away.{' '}
      <Button type="button" variant="text" onClick={() => void undo()}>
        Undo
      </Button>{' '}
      {problem}
    </p>
  )
}
