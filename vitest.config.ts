import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const cluster = ['./apps/server/test/postgres-cluster.ts'];
// Loading the whole product anew for each file takes a third of the time of the server's tests. None may leave a trace in a module.
const oneProcess = { isolate: false };
// Two slow cores are the smallest machine that the suite must pass on.
const shared = {
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  teardownTimeout: 70_000,
  setupFiles: [fileURLToPath(new URL('./scripts/property-tests.ts', import.meta.url))],
};

export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
        },
      },
      {
        // With the client's own plugins. A test that needs a document says so in its first line.
        extends: './apps/web/vite.config.ts',
        test: { ...shared, name: 'web', include: ['apps/web/{src,test}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: cluster,
          ...oneProcess,
          // Child processes and their deadlines, on a machine that others fill.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.{test,spec}.ts'],
          globalSetup: [...cluster, './scripts/browser-setup.mjs'],
          ...oneProcess,
          // After all others.
          sequence: { groupOrder: 1 },
          // A browser and a product leave a part of two cores unused.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A browser on a shared machine can miss a moment; a fault of the product shows every time.
          retry: process.env.CI ? 2 : 0,
        },
      },
    ],
  },
});
