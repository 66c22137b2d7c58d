import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (environment: Record<string, string>) => readConfig(environment, '/nonexistent/.env');

test.each([
  ['PORT', '70000'],
  ['PORT', ' '],
  ['PORT', '0x50'],
  ['PORT', '-1'],
  ['PORT', '9000 # web'],
  ['TRUST_PROXY', 'nginx'],
  ['TRUST_PROXY', '10.0.0.1, proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['SESSION_LIFETIME', 'long'],
  ['SESSION_LIFETIME', '0h0m'],
  // The desk would refuse the setting that it seeds from this at every later start.
  ['SESSION_LIFETIME', '30s'],
  ['SESSION_LIFETIME', '99999999999h'],
  ['BELLHOP_ROLES', 'web,mailer'],
  ['BELLHOP_ROOT_URL', 'desk.example'],
  ['BELLHOP_PLACE_DATABASE', '/nonexistent/places.mmdb'],
  ['BELLHOP_PLACE_DATABASE', '.'],
  ['DATABASE_POOL_SIZE', '4'],
  ['DATABASE_POOL_SIZE', 'many'],
  ['S3_BUCKET', 'my/bucket'],
  ['S3_REGION', 'eu central'],
])('%s=%j stops the start with one line that names setting, value and what is allowed', (name, value) => {
  let error: unknown;
  try {
    read({ [name]: value });
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toMatch(new RegExp(`^${name} is .+, but must be .+\\.$`));
  expect((error as Error).message).toContain(JSON.stringify(value));
});

test('secrets are not echoed', () => {
  expect(() => read({ BELLHOP_SECRET_KEY: 'short' })).toThrow(/^(?!.*short).*BELLHOP_SECRET_KEY/);
  expect(() => read({ DATABASE_URL: 'mysql://u:pass@h/d' })).toThrow(/^(?!.*pass).*DATABASE_URL/);
  expect(() => read({ DATABASE_READ_URL: 'mysql://u:pass@h/d' })).toThrow(/^(?!.*pass).*DATABASE_READ_URL/);
});

test.each([
  ['on', true],
  ['1', true],
  ['off', false],
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.0/8, fd00::/8, loopback', '10.0.0.0/8, fd00::/8, loopback'],
])('TRUST_PROXY=%s', (text, value) => {
  expect(read({ TRUST_PROXY: text }).trust_proxy).toBe(value);
});

test('a replica is one of an external database', () => {
  const replica = { DATABASE_READ_URL: 'postgres://u@replica/d' };
  expect(() => read(replica)).toThrow(/^DATABASE_READ_URL is set without DATABASE_URL, .+\.$/);
  const { database_read_url, database_pool_size } = read({ ...replica, DATABASE_URL: 'postgres://u@h/d' });
  expect({ database_read_url, database_pool_size }).toEqual({
    database_read_url: replica.DATABASE_READ_URL,
    database_pool_size: 20,
  });
});

test('the database of places is any file, found from the working folder', () => {
  expect(read({}).place_database).toBeUndefined();
  expect(read({ BELLHOP_PLACE_DATABASE: 'package.json' }).place_database).toMatch(/^\/.*\/package\.json$/);
});

test.each([
  [{}, 'http://127.0.0.1:9000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::' }, 'http://localhost:9000'],
  [{ HOST: '::1' }, 'http://[::1]:9000'],
  [{ BELLHOP_ROOT_URL: 'https://desk.example/' }, 'https://desk.example'],
])('%j gives the root URL %s', (environment, url) => {
  expect(read(environment as Record<string, string>).root_url).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});

test('a lifetime in hours, minutes and seconds', () => {
  expect(read({}).session_lifetime_ms).toBe(9 * 3_600_000);
  expect(read({ SESSION_LIFETIME: '1h30m5s' }).session_lifetime_ms).toBe(5_405_000);
});

const bucket = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'files',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'hush-hush',
};

test('object storage is set up whole or not at all', () => {
  expect(read({}).s3).toBeNull();
  expect(read(bucket).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'files',
    region: 'eu-central-1',
    access_key_id: 'key-id',
    secret_access_key: 'hush-hush',
  });
  for (const name of Object.keys(bucket)) {
    expect(() => read({ ...bucket, [name]: '' })).toThrow(new RegExp(`^(?!.*hush)${name} must be set, too: .+\\.$`));
  }
});

test('addresses of services may hold passwords, and are not echoed', () => {
  expect(read({ REDIS_URL: 'rediss://u:pass@redis.example:6380/1' }).redis_url).toBe(
    'rediss://u:pass@redis.example:6380/1',
  );
  expect(() => read({ REDIS_URL: 'http://u:pass@h' })).toThrow(/^(?!.*pass)REDIS_URL/);
  expect(() => read({ ...bucket, S3_ENDPOINT: 'https://u:pass@h' })).toThrow(/^(?!.*pass@)S3_ENDPOINT/);
  expect(() => read({ ...bucket, S3_SECRET_ACCESS_KEY: 'hush hush' })).toThrow(/^(?!.*hush)S3_SECRET_ACCESS_KEY/);
});
