import sharp from 'sharp'

/** Ordinary and malicious picture files. */
export const pictures = {
  /** A picture from a phone. EXIF data rotates the picture, and names the photographer and the location. */
  phone: ({ width = 640, height = 480 } = {}) =>
    grain(width, height)
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Artist: 'Ada Lovelace', Make: 'Telephone' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '50/1 48/1 30/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '0/1 9/1 0/1',
        },
      })
      .jpeg()
      .toBuffer(),
  // This picture is small, because the tests of pictures spend most of their time on encoding AVIF.
  png: ({ width = 400, height = 320 } = {}) => plain(width, height).png().toBuffer(),
  webp: ({ width = 640, height = 480 } = {}) => plain(width, height).webp().toBuffer(),
  avif: ({ width = 640, height = 480 } = {}) => plain(width, height).avif({ effort: 0 }).toBuffer(),
  gif: () => plain(400, 400).gif().toBuffer(),
  svg: () =>
    Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ),
  /** The first bytes of an iPhone's HEIC file. */
  heic: () =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]),
  /** A picture that is also an HTML page. */
  polyglot: async () =>
    Buffer.concat([
      await plain(800, 600).jpeg().toBuffer(),
      Buffer.from('<script>alert(document.domain)</script>'),
    ]),
  truncated: async () => {
    const whole = await grain(1200, 900).jpeg().toBuffer()
    return whole.subarray(0, whole.length / 3)
  },
  /** A picture of 49 million pixels in a file of less than 1 MB. */
  bomb: () => plain(7000, 7000).png({ compressionLevel: 9 }).toBuffer(),
  heavy: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(15 * 1024 * 1024)]),
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#1e4f30' } })
}

function grain(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#1e4f30',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
}
