import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the pictures of emoji as `/emoji/<code points>.svg`, so that a desk without the internet has them, too (settled
 * question 36). Which set, and why: docs/decisions/0013-emoji.md.
 */
export async function registerEmojiPictures(server: FastifyInstance): Promise<void> {
  const home = dirname(fileURLToPath(import.meta.resolve('@discordapp/twemoji/package.json')));
  await server.register(fastifyStatic, {
    root: join(home, 'dist/svg'),
    prefix: '/emoji/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    // Their names do not change with the set, but a new set is rare and brings the same pictures.
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=2592000'),
  });
}
