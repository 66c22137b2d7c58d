import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Header names in lower case to their values. */
export type SecurityHeaders = Readonly<Record<string, string>>;

/** What our own client may do. Scripts come from files of ours alone; docs/security.md tells why styles are wider. */
const pagePolicy: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  // Letters in frames keep the look that they were sent with, and the editors bring styles along.
  'style-src': "'self' 'unsafe-inline'",
  // Pictures of mails that the reader asked for lie anywhere.
  'img-src': "'self' data: blob: https:",
  'font-src': "'self' data:",
  'media-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** Devices and powers that neither a page of ours nor anything in it has a use for. */
const unused = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
/** Files are opened large, texts are copied, and passkeys sign in: on pages of ours, in no frame of another site. */
const own = ['clipboard-write', 'fullscreen', 'publickey-credentials-create', 'publickey-credentials-get'];

const everywhere: SecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': [...unused.map((name) => `${name}=()`), ...own.map((name) => `${name}=(self)`)].join(', '),
};

/** A policy as it stands in a header. */
function policyText(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/** Of pages and of the files that they are made of. */
export const pageHeaders: SecurityHeaders = { ...everywhere, 'content-security-policy': policyText(pagePolicy) };

const nothingActs = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of answers for programs: opened as a page, nothing in them may act, whatever it looks like. */
export const dataHeaders: SecurityHeaders = {
  ...everywhere,
  'content-security-policy': nothingActs,
};

/** What browsers heed of a page alone. */
const ofPages = [
  'x-dns-prefetch-control',
  'x-permitted-cross-domain-policies',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
];

/**
 * Leaves a script, a style or a font of the client what concerns it. A page brings dozens of them, and what concerns pages alone would be
 * longer than many of them are.
 */
export function spareHeaders(reply: Pick<FastifyReply, 'header' | 'removeHeader'>): void {
  for (const name of ofPages) reply.removeHeader(name);
  reply.header('content-security-policy', nothingActs);
}

/** A year, of this host alone: its neighbours are not ours to decide about. */
const strictTransport = 'max-age=31536000';

/**
 * Puts the security headers on every answer; routes may set stricter ones of their own. `isTls` says by the protocol of a request
 * whether browsers reach the desk by https: then they are told never to come otherwise.
 */
export function registerSecurityHeaders(app: FastifyInstance, isTls: (protocol: string) => Promise<boolean>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isData(request) ? dataHeaders : pageHeaders);
    if (await isTls(request.protocol)) reply.header('strict-transport-security', strictTransport);
  });
}

function isData(request: FastifyRequest): boolean {
  return /^\/(api\/v1|uploads|ws|health|metrics)(\/|\?|$)/.test(request.url);
}
