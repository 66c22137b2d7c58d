import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';

export const roles = ['web', 'worker', 'mail'] as const;
export type Role = (typeof roles)[number];

/** A wrong setting: its message is the one line that the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const minuteMs = 60_000;
const duration = z
  .string()
  .regex(/^(\d+h)?(\d+m)?(\d+s)?$/)
  .transform((text) => {
    const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return (part('h') * 3600 + part('m') * 60 + part('s')) * 1000;
  });
const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', ''] });
const port = z
  .string()
  .regex(/^\s*\d{1,5}\s*$/)
  .transform(Number)
  .pipe(z.int().max(65535));
const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//)
  .optional();
const proxies = z.string().refine((text) => text.split(',').every((part) => isProxy(part.trim())));

/** Each setting of the running page: schema, and what is allowed in words. */
const settings = {
  PORT: [port.prefault('9000'), 'a port from 0 to 65535'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'an address to listen on'],
  BELLHOP_DATA_DIR: [z.string().min(1).default('./data'), 'a folder'],
  DATABASE_URL: [postgresAddress, 'a postgres:// address'],
  DATABASE_READ_URL: [postgresAddress, 'the postgres:// address of a streaming replica'],
  DATABASE_POOL_SIZE: [
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int().min(5).max(1_000))
      .prefault('20'),
    'a number of connections from 5 to 1000',
  ],
  BELLHOP_ADMIN_EMAIL: [z.email().default('admin@bellhop.local'), 'an e-mail address'],
  BELLHOP_ADMIN_PASSWORD: [
    z.string().optional(),
    '10 to 72 bytes with upper and lower case, a digit and a special character',
  ],
  BELLHOP_ROOT_URL: [z.url({ protocol: /^https?$/ }).optional(), 'an http:// or https:// address'],
  BELLHOP_SECRET_KEY: [z.string().min(16).optional(), 'at least 16 characters'],
  BELLHOP_ROLES: [
    z
      .string()
      .default('web,worker,mail')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(roles)).min(1)),
    'a comma-separated list of web, worker and mail',
  ],
  BELLHOP_LOCAL_SMTP_PORT: [port.prefault('2525'), 'a port from 0 to 65535 (0 switches local mail off)'],
  BELLHOP_LOCAL_SMTP_HOST: [z.string().min(1).default('127.0.0.1'), 'an address to listen on'],
  BELLHOP_MONITOR_PORT: [port.optional(), 'a port from 0 to 65535'],
  BELLHOP_METRICS_TOKEN: [z.string().min(1).optional(), 'a token'],
  BELLHOP_PLACE_DATABASE: [
    z
      .string()
      .refine((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
      .transform((path) => resolve(path))
      .optional(),
    'a file in the MMDB format, such as GeoLite2-City.mmdb',
  ],
  REDIS_URL: [
    z
      .string()
      .regex(/^rediss?:\/\/\S+$/)
      .refine((text) => URL.canParse(text))
      .optional(),
    'a redis:// or rediss:// address',
  ],
  S3_ENDPOINT: [
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => !/[@?#]/.test(text))
      .optional(),
    'an http:// or https:// address without a password in it',
  ],
  S3_BUCKET: [
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/)
      .optional(),
    'the name of a bucket',
  ],
  S3_REGION: [
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .optional(),
    'a region such as eu-central-1',
  ],
  S3_ACCESS_KEY_ID: [z.string().regex(/^\S+$/).optional(), 'a key without spaces'],
  S3_SECRET_ACCESS_KEY: [z.string().regex(/^\S+$/).optional(), 'a key without spaces'],
  BELLHOP_RELEASE_FEED: [z.url({ protocol: /^https?$/ }).optional(), 'an http:// or https:// address'],
  TRUST_PROXY: [
    z.union([flag, proxies]).default(false),
    'on, off, or the addresses of the proxies, separated by commas: 10.0.0.1, 10.0.0.0/8, loopback, linklocal or uniquelocal',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent',
  ],
  SESSION_LIFETIME: [
    duration
      .pipe(
        z
          .number()
          .min(minuteMs)
          .max(400 * 24 * 60 * minuteMs),
      )
      .prefault('9h'),
    'a duration such as 9h or 30m, from a minute to 9600h',
  ],
  BELLHOP_DRAIN: [duration.pipe(z.number().max(5 * minuteMs)).prefault('0s'), 'a duration such as 10s, at most 5m'],
  NODE_ENV: [z.string().optional(), 'a word'],
} as const;

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K][0]> };

/** A bucket of a service that speaks S3. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

/** Everything the process is told from outside. Times are milliseconds. */
export interface Config {
  port: number;
  host: string;
  data_dir: string;
  database_url: string | undefined;
  /** A streaming replica, for what only reads. */
  database_read_url: string | undefined;
  /** Most connections of this process to the database, and to the replica as many again. */
  database_pool_size: number;
  admin_email: string;
  admin_password: string | undefined;
  root_url: string;
  secret_key: string | undefined;
  roles: Role[];
  local_smtp_port: number;
  local_smtp_host: string;
  /** Where a process without the role web answers /health and /metrics; without it nowhere. */
  monitor_port: number | undefined;
  metrics_token: string | undefined;
  /** File that tells where addresses are; without one no place is shown. */
  place_database: string | undefined;
  /** Address that tells of new releases; without one nobody is asked. */
  release_feed: string | undefined;
  trust_proxy: boolean | string;
  log_level: string;
  session_lifetime_ms: number;
  /** So long a web process that is told to stop goes on serving, while /health sends the load balancer elsewhere. */
  drain_ms: number;
  is_production: boolean;
  /** Carries events between processes; without one PostgreSQL does. */
  redis_url: string | undefined;
  /** Where files are stored; null: below the data folder. */
  s3: S3Settings | null;
}

/** Reads the environment and a `.env` file in the working folder (the environment wins). Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, envFile = '.env'): Config {
  const env = { ...(existsSync(envFile) ? parseEnvFile(readFileSync(envFile, 'utf8')) : {}), ...environment };
  const values: Record<string, unknown> = {};
  for (const [name, [schema, allowed]] of Object.entries(settings)) {
    const given = env[name] === '' ? undefined : env[name];
    const parsed = schema.safeParse(given);
    if (!parsed.success)
      throw new ConfigError(`${name} is ${JSON.stringify(shown(name, given))}, but must be ${allowed}.`);
    values[name] = parsed.data;
  }
  const s = values as Settings;
  if (s.DATABASE_URL && s.NODE_ENV === 'production' && !s.BELLHOP_SECRET_KEY) {
    throw new ConfigError(
      'BELLHOP_SECRET_KEY is missing, but is required when DATABASE_URL is set and NODE_ENV is production.',
    );
  }
  if (s.DATABASE_READ_URL && !s.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_READ_URL is set without DATABASE_URL, but the embedded database has no replica that it could name.',
    );
  }
  return {
    port: s.PORT,
    host: s.HOST,
    data_dir: resolve(s.BELLHOP_DATA_DIR),
    database_url: s.DATABASE_URL,
    database_read_url: s.DATABASE_READ_URL,
    database_pool_size: s.DATABASE_POOL_SIZE,
    admin_email: s.BELLHOP_ADMIN_EMAIL,
    admin_password: s.BELLHOP_ADMIN_PASSWORD,
    root_url: (s.BELLHOP_ROOT_URL ?? `http://${hostInUrl(s.HOST)}:${s.PORT}`).replace(/\/+$/, ''),
    secret_key: s.BELLHOP_SECRET_KEY,
    roles: s.BELLHOP_ROLES,
    local_smtp_port: s.BELLHOP_LOCAL_SMTP_PORT,
    local_smtp_host: s.BELLHOP_LOCAL_SMTP_HOST,
    monitor_port: s.BELLHOP_MONITOR_PORT,
    metrics_token: s.BELLHOP_METRICS_TOKEN,
    place_database: s.BELLHOP_PLACE_DATABASE,
    release_feed: s.BELLHOP_RELEASE_FEED,
    trust_proxy: s.TRUST_PROXY,
    log_level: s.LOG_LEVEL,
    session_lifetime_ms: s.SESSION_LIFETIME,
    drain_ms: s.BELLHOP_DRAIN,
    is_production: s.NODE_ENV === 'production',
    redis_url: s.REDIS_URL,
    s3: s3Of(s),
  };
}

/** All settings of a bucket, or none: half of them would store files where nobody expects them. */
function s3Of(s: Settings): S3Settings | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = names.filter((name) => s[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    throw new ConfigError(
      `${missing.join(', ')} must be set, too: object storage needs ${names.join(', ')}, and files below BELLHOP_DATA_DIR need none of them.`,
    );
  }
  return {
    endpoint: s.S3_ENDPOINT!,
    bucket: s.S3_BUCKET!,
    region: s.S3_REGION!,
    access_key_id: s.S3_ACCESS_KEY_ID!,
    secret_access_key: s.S3_SECRET_ACCESS_KEY!,
  };
}

/** How an address to listen on is reached from this machine, as the host of an URL. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** What the web server can compare an address with: a wrong one would only be noticed when the first request comes. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

/** Secrets are never echoed, not even wrong ones. */
function shown(name: string, value: string | undefined): string | undefined {
  return /PASSWORD|SECRET|TOKEN|DATABASE_(READ_)?URL|REDIS_URL|S3_ENDPOINT|S3_ACCESS/.test(name) && value
    ? '(hidden)'
    : value;
}

function parseEnvFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match) values[match[1]!] = match[2]!.replace(/^(['"])(.*)\1$/, '$2');
  }
  return values;
}
