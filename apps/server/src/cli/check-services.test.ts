import { expect, test } from 'vitest';
import { freePort } from '../../test/machine.ts';
import { hasRedis, startRedis } from '../../test/redis-server.ts';
import { checkRedis, judgeProvider, judgeSpace } from './check-services.ts';

const GB = 1024 ** 3;

test('little room is a warning, next to none is wrong, and both say what to do', () => {
  expect(judgeSpace('/data', 60 * GB, 100 * GB).verdict).toBe('ok');
  for (const [free, verdict] of [
    [5 * GB, 'warn'],
    [GB / 2, 'wrong'],
  ] as const) {
    expect(judgeSpace('/data', free, 100 * GB)).toEqual({ verdict, text: expect.stringContaining('make room') });
  }
});

test('of AI is told what is set up', () => {
  const of = (state: Parameters<typeof judgeProvider>[0]['state']) =>
    judgeProvider({ state, host: 'ai.example', model: 'small' });
  expect(of('none')).toEqual({ verdict: 'ok', text: 'AI: not set up' });
  expect(of('off')).toEqual({ verdict: 'ok', text: 'AI: small at ai.example, switched off' });
  expect(of('ready')).toMatchObject({ verdict: 'ok', text: expect.stringContaining('not asked') });
  expect(of('sealed')).toMatchObject({ verdict: 'wrong', text: expect.stringContaining('Enter it anew') });
});

test('a Redis that is away says what to check', async () => {
  const { verdict, text } = await checkRedis(`redis://127.0.0.1:${await freePort()}`);
  expect([verdict, text]).toEqual(['wrong', expect.stringContaining('Check REDIS_URL')]);
});

test.skipIf(!hasRedis)('a Redis that is there carries what is said; a wrong password is told', async () => {
  const redis = await startRedis();
  try {
    expect(await checkRedis(redis.url)).toMatchObject({ verdict: 'ok' });
    const url = Object.assign(new URL(redis.url), { password: 'guess-word' }).href;
    const { verdict, text } = await checkRedis(url);
    expect([verdict, text]).toEqual(['wrong', expect.stringContaining('Check REDIS_URL')]);
    expect(text).not.toContain('guess-word');
  } finally {
    await redis.kill();
  }
});
