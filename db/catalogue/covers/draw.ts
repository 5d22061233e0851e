// Draws the pictures of the demonstration estates and the first blog posts:
// node db/catalogue/covers/draw.ts [folder, public/pictures by default]
// A cover becomes AVIF and WebP in the widths of all pictures; a mark becomes SVG, and WebP for emails.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

import { pictureWidths } from '../../../app/media/picture.ts'
import { starterPosts } from '../posts/posts.ts'
import { estatePictures } from './estates.ts'
import { landscape, type Picture } from './landscape.ts'
import { logo, type Motif } from './logo.ts'

const folder = process.argv[2] ?? 'public/pictures'
await mkdir(folder, { recursive: true })

const estates = Object.entries(estatePictures)
let bytes = 0
for (const [i, [slug, { cover, mark, more = [] }]] of estates.entries()) {
  let drawn = (await drawCover(slug, cover)) + (await drawMark(slug, mark))
  for (const { name, ...picture } of more) drawn += await drawCover(`${slug}-${name}`, picture)
  bytes += drawn
  console.log(`${i + 1} of ${estates.length}: ${slug}, ${Math.round(drawn / 1024)} kB`)
}
for (const { slug, cover } of starterPosts) {
  const drawn = await drawCover(slug, cover)
  bytes += drawn
  console.log(`${slug}, ${Math.round(drawn / 1024)} kB`)
}
console.log(`${Math.round(bytes / 1024)} kB of pictures in ${folder}`)

async function drawCover(slug: string, cover: Picture): Promise<number> {
  // Rasterised once at full width, then scaled down.
  const { data, info } = await sharp(Buffer.from(landscape(cover)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const files = pictureWidths.flatMap((width) => {
    const scaled = () => sharp(data, pixels).resize(width)
    const path = join(folder, `${slug}-${width}`)
    return [
      scaled().avif({ quality: 50, effort: 3 }).toFile(`${path}.avif`),
      scaled().webp({ quality: 74, effort: 4 }).toFile(`${path}.webp`),
    ]
  })
  const written = await Promise.all(files)
  return written.reduce((sum, file) => sum + file.size, 0)
}

async function drawMark(slug: string, mark: Motif): Promise<number> {
  const svg = logo({ seed: slug, motif: mark })
  await writeFile(join(folder, `${slug}-logo.svg`), `${svg}\n`)
  const picture = await sharp(Buffer.from(svg))
    .webp({ quality: 88 })
    .toFile(join(folder, `${slug}-logo.webp`))
  return svg.length + 1 + picture.size
}
