import { type ReactNode, useState } from 'react'
import { mostInGallery, pictureOf } from '../../../platform/media/picture.ts'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { PictureUpload, PicturesUpload } from './picture-upload.tsx'
import type { Vineyard } from '../../vineyards/vineyard.ts'
import '../../vineyards/components/vineyards.css'
import { useRevalidator } from 'react-router'
import { problemSentence, resultOf, type CallProblem, ifMatch } from '../../../staff-client/call.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { useDragging } from '../../../ui/use-dragging.ts'
import { movedOnto, longestAlt } from '../vineyard-picture.ts'
import type { VineyardPicture } from '../vineyard-picture.server.ts'
import { picturesAt } from '../../vineyards/vineyard-save.tsx'
import type { Result } from '../../../platform/result.ts'

/** The pictures of a vineyard, which its staff edit. */
type PicturesOf = { area: StaffArea; vineyard_id: string; pictures: CaptionedPicture[] }

/** The editor for the pictures of a vineyard: cover, logo and further pictures. Saves uploads, removals and moves at once. */
export function PictureEditor({
  vineyard,
  ...shared
}: Omit<PicturesOf, 'vineyard_id'> & { vineyard: Pick<Vineyard, 'id' | 'cover_image_url' | 'logo_url'> }) {
  const { pictures } = shared
  const more = pictures.filter(({ shown_as, experience_id }) => shown_as === 'more' && experience_id === null)
  const part = { ...shared, vineyard_id: vineyard.id }
  return (
    <section className="picture-parts" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      <p className="soft small">Pictures are saved straight away.</p>
      <div className="picture-pair">
        <SinglePicture {...part} shown_as="cover" address={vineyard.cover_image_url} />
        <SinglePicture {...part} shown_as="logo" address={vineyard.logo_url} />
      </div>
      <h3>More pictures</h3>
      <p className="soft small">Your page shows the first {mostInGallery} pictures, including the cover.</p>
      <PictureGallery {...part} pictures={more} />
    </section>
  )
}

const singles = {
  cover: { title: 'Cover', noun: 'cover photo', className: 'picture' },
  logo: { title: 'Logo', noun: 'logo', className: 'picture picture-logo' },
}

/** Shows the cover or the logo, with a button to replace it. */
function SinglePicture({
  area,
  vineyard_id,
  pictures,
  shown_as,
  address,
}: PicturesOf & { shown_as: keyof typeof singles; address: string | null }) {
  const { title, noun, className } = singles[shown_as]
  const picture = pictures.find((each) => each.address === address)
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <div>
      <h3>{title}</h3>
      <PictureFrame
        className={className}
        picture={pictureOf(address)}
        alt={picture?.alt ?? ''}
        sizes="(min-width: 62rem) 20rem, 100vw"
      />
      {picture && (
        <PictureCaption
          key={picture.id}
          area={area}
          picture={picture}
          onRemove={() => setRemoved(picture.id)}
        />
      )}
      {!picture && removed !== null && (
        <RemovedNotice area={area} id={removed} onUndo={() => setRemoved(null)} />
      )}
      <PictureUpload
        {...{ area, vineyard_id, shown_as }}
        label={address ? `Replace ${noun}` : `Add a ${noun}`}
        done={`The new ${noun} is on your page.`}
      />
    </div>
  )
}

/** The pictures of a vineyard or of one of its experiences, in the order shown to visitors. */
export function PictureGallery({
  area,
  vineyard_id,
  experience_id,
  pictures,
}: PicturesOf & { experience_id?: string }) {
  const [removed, setRemoved] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [movedText, setMovedText] = useState('')
  const { revalidate } = useRevalidator()
  const ids = pictures.map(({ id }) => id)
  const reorder = async (order: string[], id: string) => {
    const ordered = await resultOf(picturesAt(area).order.$put({ json: { vineyard_id, ids: order } }))
    setProblem(ordered.ok ? null : problemSentence(ordered.problem))
    setMovedText(ordered.ok ? `Moved to position ${order.indexOf(id) + 1} of ${order.length}.` : '')
    await revalidate()
  }
  const list = useDragging(ids.join(), (id, onto) => void reorder(movedOnto(ids, id, onto), id))
  return (
    <div ref={list}>
      {pictures.length > 0 && (
        <ol className="picture-row">
          {pictures.map((picture, index) => {
            const { id, address, alt } = picture
            const place = ids.length > 1 && <span className="sr"> picture {index + 1}</span>
            const swap = (by: 1 | -1) => void reorder(movedOnto(ids, id, ids[index + by] ?? id), id)
            return (
              <li key={id} data-drags={id}>
                <PictureFrame picture={pictureOf(address)} alt={alt} sizes="14rem" />
                <PictureCaption area={area} picture={picture} onRemove={() => setRemoved(id)}>
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
        {movedText}
      </p>
      {removed !== null && <RemovedNotice area={area} id={removed} onUndo={() => setRemoved(null)} />}
      {problem && (
        <div role="alert">
          <FieldError id={`${vineyard_id}-order`}>{problem}</FieldError>
        </div>
      )}
      <PicturesUpload
        area={area}
        target={{ vineyard_id, shown_as: 'more', ...(experience_id && { experience_id }) }}
      />
    </div>
  )
}

type CaptionedPicture = Pick<
  VineyardPicture,
  'id' | 'shown_as' | 'address' | 'alt' | 'experience_id' | 'version'
>

/** A field for the alternative text of a picture, with buttons to save the text and to remove the picture. */
function PictureCaption({
  area,
  picture,
  onRemove,
  children,
}: {
  area: StaffArea
  picture: CaptionedPicture
  onRemove: () => void
  children?: ReactNode
}) {
  const { id } = picture
  const [alt, setAlt] = useState(picture.alt)
  const { problem, run } = usePictureChange()
  const endpoint = picturesAt(area)[':id']
  const version = ifMatch(picture.version)
  return (
    <div className="picture-caption">
      <TextField
        label="What the picture shows"
        hint="For visitors who can’t see the picture. Leave this empty if the picture is only decoration."
        maxLength={longestAlt}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <div className="row">
        {alt !== picture.alt && (
          <Button
            type="button"
            small
            onClick={() => void run(resultOf(endpoint.$patch({ param: { id }, json: { alt } }, version)))}
          >
            Save description
          </Button>
        )}
        {children}
        <Button
          type="button"
          small
          variant="danger"
          onClick={() => void run(resultOf(endpoint.$delete({ param: { id } })), onRemove)}
        >
          Remove
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

/**
 * Returns `run`, which changes a picture and reloads the page's data. `problem` says why the last change was refused.
 */
export function usePictureChange() {
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const run = async (call: Promise<Result<unknown, CallProblem>>, onSuccess?: () => void) => {
    const result = await call
    setProblem(result.ok ? null : problemSentence(result.problem))
    if (!result.ok) return
    onSuccess?.()
    await revalidate()
  }
  return { problem, run }
}

/** Says that a picture was removed, with a button to undo the removal. */
export function RemovedNotice({ area, id, onUndo }: { area: StaffArea; id: string; onUndo: () => void }) {
  const { problem, run } = usePictureChange()
  const restore = () => resultOf(picturesAt(area)[':id'].restore.$post({ param: { id } }))
  return (
    <p className="small" role="status">
      Picture removed.{' '}
      <Button type="button" variant="text" onClick={() => void run(restore(), onUndo)}>
        Undo
      </Button>{' '}
      {problem}
    </p>
  )
}
