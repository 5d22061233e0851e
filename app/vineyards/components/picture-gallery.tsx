import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { pictureOf } from '../../media/picture.ts'
import { problemSentence, resultOf } from '../../staff-client/call.ts'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { useDragging } from '../../ui/use-dragging.ts'
import { type CaptionedPicture, PictureCaption, TakenAway } from './picture-caption.tsx'
import { PicturesSender } from './pictures-upload.tsx'
import { movedBefore } from '../vineyard-picture.ts'
import { picturesAt } from '../vineyard-save.ts'
import './vineyards.css'

/** The pictures of a vineyard, or of one of its experiences, in the order in which visitors see them. */
export function PictureGallery({
  area,
  vineyard_id,
  experience_id,
  pictures,
}: {
  area: StaffArea
  vineyard_id: string
  experience_id?: string
  pictures: CaptionedPicture[]
}) {
  const [taken, setTaken] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [moved, setMoved] = useState('')
  const { revalidate } = useRevalidator()
  const ids = pictures.map(({ id }) => id)
  const order = async (wanted: string[], id: string) => {
    const done = await resultOf(picturesAt(area).order.$put({ json: { vineyard_id, ids: wanted } }))
    setProblem(done.ok ? null : problemSentence(done.problem))
    setMoved(done.ok ? `Moved to place ${wanted.indexOf(id) + 1} of ${wanted.length}.` : '')
    await revalidate()
  }
  const list = useDragging(ids.join(), (id, onto) => void order(movedBefore(ids, id, onto), id))
  return (
    <div ref={list}>
      {pictures.length > 0 && (
        <ol className="picture-row">
          {pictures.map((picture, index) => {
            const { id, address, alt } = picture
            const place = ids.length > 1 && <span className="sr"> picture {index + 1}</span>
            const swap = (by: 1 | -1) => void order(movedBefore(ids, id, ids[index + by] ?? id), id)
            return (
              <li key={id} data-drags={id}>
                <PictureFrame picture={pictureOf(address)} alt={alt} sizes="14rem" />
                <PictureCaption area={area} picture={picture} onTaken={() => setTaken(id)}>
                  {index > 0 && (
                    <Button type="button" small onClick={() => swap(-1)}>
                      Move up{place}
                    </Button>
                  )}
                  {index < ids.length - 1 && (
                    <Button type="button" small onClick={() => swap(1)}>
                      Move down{place}
                    </Button>
                  )}
                </PictureCaption>
              </li>
            )
          })}
        </ol>
      )}
      <p className="sr" role="status">
        {moved}
      </p>
      {taken !== null && <TakenAway area={area} id={taken} onBack={() => setTaken(null)} />}
      {problem && (
        <div role="alert">
          <FieldError id={`${vineyard_id}-order`}>{problem}</FieldError>
        </div>
      )}
      <PicturesSender
        area={area}
        asked={{ vineyard_id, shown_as: 'more', ...(experience_id && { experience_id }) }}
      />
    </div>
  )
}
