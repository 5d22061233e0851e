import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

import { groups } from './server/chunks.ts'
import { embedScript } from './server/embed-script.ts'
import { leanRouter } from './server/lean-router.ts'
import { precompressed } from './server/precompressed.ts'
import manifest from './package.json' with { type: 'json' }

export default defineConfig(({ command }) => ({
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
      // Production installs only the dependencies of package.json. All other packages that pages import are bundled.
      ...(command === 'build' && {
        resolve: { noExternal: true as const, external: Object.keys(manifest.dependencies) },
      }),
      build: {
        // This builds the site, and also the email templates alone, for the worker.
        rollupOptions: {
          input: { index: './app/handler.server.ts', 'email-templates': './app/email-templates.server.ts' },
        },
      },
    },
  },
  worker: {
    rollupOptions: {
      output: {
        // A browser replaces a service worker when its file changes, and removes it when the file is gone.
        entryFileNames: ({ name }) =>
          name === 'ticket-worker' ? 'ticket-worker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [reactRouter(), leanRouter(), embedScript(), precompressed()],
}))
