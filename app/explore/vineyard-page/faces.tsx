import type { ShownHost } from '../../catalogue/hosts/host.server.ts'
import { pictureOf } from '../../platform/media/picture.ts'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'

/** The people whom a vineyard shows to its visitors. */
export function Faces({ hosts }: { hosts: ShownHost[] }) {
  if (hosts.length === 0) return null
  return (
    <section className="faces" aria-labelledby="faces">
      <h2 id="faces">Who you will meet</h2>
      <ul className="plain">
        {hosts.map(({ id, name, introduction, picture }) => (
          <li key={id}>
            {picture && (
              <PictureFrame className="face" picture={pictureOf(picture)} alt={name} sizes="5rem" />
            )}
            <div>
              <h3>{name}</h3>
              {introduction && <p>{introduction}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
