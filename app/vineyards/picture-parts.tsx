import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'

import { pictureOf } from '../media/picture.ts'
import { type CallProblem, problemSentence, resultOf } from '../people/desk/call.ts'
import type { Desk } from '../people/desk/desk.ts'
import type { Result } from '../platform/result.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { Plate } from '../ui/plate.tsx'
import { PictureSender } from './picture-sender.tsx'
import type { Vineyard } from './vineyard.ts'
import { longestAlt, mostPictures, type VineyardPicture } from './vineyard-picture.ts'
import { picturesAt } from './vineyard-save.ts'
import './pictures.css'

type Kept = Pick<VineyardPicture, 'id' | 'shown_as' | 'address' | 'alt' | 'rank'>
type Shown = Pick<Vineyard, 'id' | 'name' | 'cover_image_url' | 'logo_url'>

/** A vineyard's pictures: each is sent, named and taken away by itself, and counts at once. */
export function PictureParts({
  desk,
  vineyard,
  pictures,
}: {
  desk: Desk
  vineyard: Shown
  pictures: Kept[]
}) {
  const more = pictures.filter(({ shown_as }) => shown_as === 'more')
  const at = (address: string | null) => pictures.find((picture) => picture.address === address)
  const sender = { desk, vineyard_id: vineyard.id }
  return (
    <section className="picture-parts" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      <p className="soft small">These count at once; there is nothing to save.</p>
      <div className="picture-pair">
        <Part
          title="Cover"
          address={vineyard.cover_image_url}
          kept={at(vineyard.cover_image_url)}
          desk={desk}
        >
          <PictureSender
            {...sender}
            shown_as="cover"
            label={vineyard.cover_image_url ? 'Send another cover' : 'Send a cover'}
            done="The new cover is there for everybody."
          />
        </Part>
        <Part title="Logo" address={vineyard.logo_url} kept={at(vineyard.logo_url)} desk={desk}>
          <PictureSender
            {...sender}
            shown_as="logo"
            label={vineyard.logo_url ? 'Send another logo' : 'Send a logo'}
            done="The new logo is there for everybody."
          />
        </Part>
      </div>
      <h3>More pictures</h3>
      {more.length > 0 && (
        <ol className="picture-row">
          {more.map((picture, index) => (
            <li key={picture.id}>
              <Plate picture={pictureOf(picture.address)} alt={picture.alt} sizes="14rem" />
              <Words desk={desk} picture={picture} before={more[index - 1]} />
            </li>
          ))}
        </ol>
      )}
      {more.length < mostPictures && (
        <PictureSender
          {...sender}
          shown_as="more"
          label="Send a picture"
          done="The picture stands on your page."
        />
      )}
    </section>
  )
}

function Part({
  title,
  address,
  kept,
  desk,
  children,
}: {
  title: string
  address: string | null
  kept: Kept | undefined
  desk: Desk
  children: ReactNode
}) {
  return (
    <div>
      <h3>{title}</h3>
      <Plate
        className={title === 'Logo' ? 'plate plate-logo' : 'plate'}
        picture={pictureOf(address)}
        alt={kept?.alt ?? ''}
        sizes="(min-width: 62rem) 20rem, 100vw"
      />
      {kept && <Words desk={desk} picture={kept} />}
      {children}
    </div>
  )
}

/** What is said of a picture, its place among the others, and the way to take it away. */
function Words({ desk, picture, before }: { desk: Desk; picture: Kept; before?: Kept | undefined }) {
  const { id } = picture
  const [alt, setAlt] = useState(picture.alt)
  const [problem, setProblem] = useState<string | null>(null)
  const [gone, setGone] = useState(false)
  const { revalidate } = useRevalidator()
  const one = picturesAt(desk)[':id']
  const act = async (calling: Promise<Result<unknown, CallProblem>>) => {
    const done = await calling
    setProblem(done.ok ? null : problemSentence(done.problem))
    if (done.ok) await revalidate()
  }
  const swap = async (other: Kept) => {
    await act(resultOf(one.$patch({ param: { id: other.id }, json: { rank: picture.rank } })))
    await act(resultOf(one.$patch({ param: { id }, json: { rank: other.rank } })))
  }
  if (gone)
    return (
      <p className="small" role="status">
        Taken away.{' '}
        <Button
          type="button"
          look="text"
          onClick={() => {
            setGone(false)
            void act(resultOf(one.restore.$post({ param: { id } })))
          }}
        >
          Undo
        </Button>
      </p>
    )
  return (
    <div className="picture-words">
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
            onClick={() => void act(resultOf(one.$patch({ param: { id }, json: { alt } })))}
          >
            Save these words
          </Button>
        )}
        {before && (
          <Button type="button" small look="text" onClick={() => void swap(before)}>
            Move up
          </Button>
        )}
        <Button
          type="button"
          small
          look="danger"
          onClick={() =>
            void resultOf(one.$delete({ param: { id } })).then((done) =>
              done.ok ? setGone(true) : setProblem(problemSentence(done.problem)),
            )
          }
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
