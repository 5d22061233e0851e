import { type Extensions, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

import { isOurPicture, pictureOf } from '../../../platform/media/picture.ts'
import { isId } from '../../../platform/ids.ts'
import { readHref } from '../../../platform/text/safe-links.ts'

/** Returns the editor's extensions for the allowed parts. `nameOf` returns a vineyard's name. */
export function partsOf(nameOf: (id: string) => string): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3] },
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      link: { openOnClick: false, isAllowedUri: (address) => readHref(address) !== undefined },
    }),
    image,
    vineyard.configure({ nameOf }),
  ]
}

const image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      // The content policy blocks pictures from other sites, so they are dropped.
      getAttrs: (element) => {
        const src = element.getAttribute('src')
        return isOurPicture(src) ? { src, alt: element.getAttribute('alt') ?? '' } : false
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    { class: 'editor-picture' },
    ['img', { src: pictureOf(attrs.src)?.src ?? '', alt: attrs.alt }],
    ...(attrs.title ? [['figcaption', {}, attrs.title]] : []),
  ],
})

const vineyard = Node.create<{ nameOf: (id: string) => string }>({
  name: 'vineyard',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ nameOf: () => '' }),
  addAttributes: () => ({ id: { default: '' } }),
  parseHTML: () => [
    {
      tag: '[data-vineyard]',
      getAttrs: (element) => {
        const id = element.getAttribute('data-vineyard') ?? ''
        return isId(id) ? { id } : false
      },
    },
  ],
  renderHTML({ node: { attrs } }) {
    return ['div', { class: 'editor-mention', 'data-vineyard': attrs.id }, this.options.nameOf(attrs.id)]
  },
})
