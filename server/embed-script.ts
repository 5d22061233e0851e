import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const source = 'app/partners/widget/embed.ts'
const fileName = 'embed.js'

/** Builds the script that other websites load. Its name has no hash, because these websites use its URL for years. */
export function embedScript(): Plugin {
  return {
    name: 'embed-script',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await compile() })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response, next) => {
        compile().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next)
      })
    },
  }
}

async function compile(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { target: 'es2022' })
  // The code is wrapped in a function, so that it adds no name to the page.
  const { code: minified } = await minify(fileName, `(()=>{${code}})()`, { module: false })
  return minified
}
