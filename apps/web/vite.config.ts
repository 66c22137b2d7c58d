import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite/compressed-files.ts';
import { contractData } from './vite/contract-plugin.ts';
import { firstScripts } from './vite/first-scripts.ts';
import { fontPreload } from './vite/font-preload.ts';

const server = process.env.BELLHOP_DEV_SERVER ?? 'http://127.0.0.1:9000';

/** The router's package names its development build alone, which checks and warns at every step. */
const routerOfProduction = (name: string) =>
  import.meta.resolve('react-router').replace('/development/index.mjs', `/production/${name}.mjs`);

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: fileURLToPath(routerOfProduction('index')) },
            { find: /^react-router\/dom$/, replacement: fileURLToPath(routerOfProduction('dom-export')) },
          ]
        : [],
  },
  plugins: [react(), contractData(), fontPreload(), compressedFiles()],
  define: {
    // Feature flags of @intlify/core-base: the compiler stays (packs arrive as text), its developer tools go.
    __INTLIFY_PROD_DEVTOOLS__: 'false',
    __INTLIFY_DROP_MESSAGE_COMPILER__: 'false',
  },
  build: {
    target: 'es2023',
    reportCompressedSize: true,
    sourcemap: false,
    // Which scripts belong to which page, for the test of their sizes.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: firstScripts } },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/uploads': server,
      '/csat': server,
      '/emoji': server,
      '/logout': server,
      '/ws': { target: server, ws: true },
    },
  },
}));
