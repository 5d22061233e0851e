import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const squeeze = promisify(brotliCompress)
const isText = /\.(m?js|css|json|svg)$/
/** Bytes: below that nothing is won, above that the last percent takes seconds. */
const [least, large] = [1024, 400_000]

/** Lays beside each file that browsers are sent its form for the way, made once and better than there is time for at each request. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir = '' }, bundle) => {
      const texts = Object.values(bundle).filter(({ fileName }) => isText.test(fileName))
      await Promise.all(
        texts.map(async (file) => {
          const whole = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (whole.length < least) return
          const quality = whole.length > large ? 9 : 11
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
          }
          await writeFile(join(dir, `${file.fileName}.br`), await squeeze(whole, { params }))
        }),
      )
    },
  }
}
