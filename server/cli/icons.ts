// Draws the site's icons from its mark: node server/cli/icons.ts [folder, public by default].
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = process.argv[2] ?? 'public'
const mark = await readFile('app/ui/pictures/mark.svg', 'utf8')
/** Returns the mark with larger grapes, which can still be recognised at a few pixels. */
const scaled = (scale: number) => mark.replace(/scale\([\d.]+\)/, `scale(${scale})`)
/** Returns the larger mark on a whole square, because some devices cut out their own shape. */
const square = (scale: number) =>
  scaled(scale).replace(/<circle[^>]*fill="([^"]+)"\/>/, '<rect width="64" height="64" fill="$1"/>')
const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

await Promise.all([
  save('favicon.ico', await pack([draw(scaled(0.84), 16), draw(scaled(0.76), 32), draw(scaled(0.72), 48)])),
  save('apple-touch-icon.png', await draw(square(0.78), 180)),
  save('icon-192.png', await draw(mark, 192)),
  save('icon-512.png', await draw(mark, 512)),
  // Devices never cut off the inner 80 % of the width.
  save('icon-maskable-512.png', await draw(square(0.64), 512)),
])

async function save(name: string, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, name), bytes)
  console.log(`${name}, ${bytes.length} bytes`)
}

/** Returns an ICO file with square PNGs: a header, 16 bytes about each picture, and the bytes of the pictures. */
async function pack(drawing: Promise<Buffer>[]): Promise<Buffer> {
  const pictures = await Promise.all(drawing)
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let at = header.length
  for (const [n, picture] of pictures.entries()) {
    const entry = 6 + 16 * n
    // The width and height come from the header of the PNG.
    header.writeUInt8(picture.readUInt32BE(16), entry)
    header.writeUInt8(picture.readUInt32BE(20), entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(at, entry + 12)
    at += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
