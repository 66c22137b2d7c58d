import { defineConfig } from 'vitest/config';

const cluster = ['./apps/server/test/postgres-cluster.ts'];

export default defineConfig({
  test: {
    // Two slow cores are the smallest machine that the suite must pass on.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 70_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/web/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
          exclude: ['**/node_modules/**', '**/fixtures/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: cluster,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.{test,spec}.ts'],
          globalSetup: [...cluster, './scripts/browser-setup.mjs'],
          // After all others.
          sequence: { groupOrder: 1 },
          // One browser and one product at a time.
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
