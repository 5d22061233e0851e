import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const isText = /\.(m?js|css|json|svg)$/
/** Limits in bytes. Files below `smallest` gain nothing. Files above `large` take seconds at the best quality. */
const [smallest, large] = [1024, 400_000]

/**
 * Writes a Brotli version of each text file of the client, at a quality that would be too slow to use for each request.
 */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir = '' }, bundle) => {
      const texts = Object.values(bundle).filter(({ fileName }) => isText.test(fileName))
      await Promise.all(
        texts.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (bytes.length < smallest) return
          const quality = bytes.length > large ? 9 : 11
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          await writeFile(join(dir, `${file.fileName}.br`), await compress(bytes, { params }))
        }),
      )
    },
  }
}
