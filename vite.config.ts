import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

import { groups } from './server/chunks.ts'
import { embedScript } from './server/embed-script.ts'
import { precompressed } from './server/precompressed.ts'

export default defineConfig({
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: { groups },
          },
        },
      },
    },
    ssr: {
      build: {
        // The site, and what mails say: the worker needs the words without the pages.
        rollupOptions: {
          input: { index: './app/handler.server.ts', letters: './app/email-templates.server.ts' },
        },
      },
    },
  },
  plugins: [reactRouter(), embedScript(), precompressed()],
})
