import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type ProviderContext } from 'oidc-provider';

export const clientId = 'desk-app';
export const clientSecret = 'Very-Secret-1';

type Claims = Record<string, unknown>;
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The parts of an id token; a `signature` takes the place of a true one. */
export interface IdToken {
  header: Record<string, unknown>;
  claims: Claims;
  signature?: string;
}

/** A real OpenID provider on a free port. */
export interface OidcServer {
  issuer: string;
  /** Who can sign in there, by their subject: what is typed into its form. Their claims come by userinfo alone, as the standard has it. */
  people: Map<string, Claims>;
  /** Paths that were asked for. */
  asked: string[];
  /** Answers a request in the provider's place; true when it did. */
  intercept: Intercept | undefined;
  /** Changes id tokens before they are handed out, signed anew with the provider's own key. */
  rewrite: ((token: IdToken) => IdToken) | undefined;
  /** Makes a code as one whose time is over. */
  expire(code: string): Promise<void>;
  /** Goes where a desk sends somebody, types `login` (or refuses with null), and answers the address that leads back. */
  visit(address: string, login: string | null): Promise<URL>;
  close(): Promise<void>;
}

/** Starts a provider that knows the desk at `rootUrl`, whichever number its row has below 20. */
export async function startOidcServer(rootUrl: string): Promise<OidcServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: OidcServer = {
    issuer,
    people: new Map(),
    asked: [],
    intercept: undefined,
    rewrite: undefined,
    async expire(code) {
      await (await provider.AuthorizationCode.find(code))!.destroy();
    },
    visit: (address, login) => visit(issuer, address, login),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: Array.from({ length: 20 }, (_, id) => `${rootUrl}/api/v1/oidc/${id}/finish`),
        post_logout_redirect_uris: [`${rootUrl}/`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    findAccount: (_context: unknown, sub: string) =>
      fake.people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...fake.people.get(sub) }) } : undefined,
    loadExistingGrant: (context: ProviderContext) => grantOf(provider, context),
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string };
    if (context.oidc?.route !== 'token' || !body.id_token || !fake.rewrite) return;
    const [header, claims] = body.id_token.split('.').slice(0, 2).map(decode);
    const token = fake.rewrite({ header: header!, claims: claims! });
    const signed = `${encode(token.header)}.${encode(token.claims)}`;
    const signature = token.signature ?? sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
    body.id_token = `${signed}.${signature}`;
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    fake.asked.push(request.url!);
    if (fake.intercept?.(request, response)) return;
    if (request.url!.startsWith('/sign-in/')) void signIn(provider, request, response);
    else void answer(request, response);
  });
  return fake;
}

/** Nobody is asked what the desk may know. */
async function grantOf(provider: Provider, { oidc }: ProviderContext) {
  const { client, session, result } = oidc!;
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  if (known) return provider.Grant.find(known);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    const result = form.has('deny')
      ? { error: 'access_denied', error_description: 'they did not want to' }
      : { login: { accountId: form.get('login') } };
    return provider.interactionFinished(request, response, result);
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Company login</title><link rel="icon" href="data:,">
    <h1>Company login</h1><form method="post"><label>Account <input name="login" autofocus></label>
    <button>Sign in</button><button name="deny">Cancel</button></form>`);
}

async function visit(issuer: string, address: string, login: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const pair of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = pair.split(';')[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location && (answer.status !== 200 || form))
      throw new Error(`${next.pathname}: ${answer.status} ${await answer.text()}`);
    form = location ? undefined : new URLSearchParams(login === null ? { deny: '' } : { login });
    if (location) next = new URL(location, next);
    if (next.origin !== issuer) return next;
  }
  throw new Error(`the provider leads in circles, at last to ${next.href}`);
}

const decode = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
const encode = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url');
