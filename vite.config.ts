import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // What every page needs comes in two files instead of twenty small ones, which compress worse apart.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'frame', test: /\/app\/(ui|platform|site)\/.*\.tsx?$/, minShareCount: 20 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // The site, and what mails say: the worker needs the words without the pages.
        rollupOptions: { input: { index: './app/handler.server.ts', letters: './app/letters.server.ts' } },
      },
    },
  },
  plugins: [tailwindcss(), reactRouter()],
})
