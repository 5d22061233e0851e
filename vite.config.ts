import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  environments: { ssr: { build: { rollupOptions: { input: './app/handler.server.ts' } } } },
  plugins: [tailwindcss(), reactRouter()],
})
