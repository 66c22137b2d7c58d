import * as z from 'zod';
import { basedOn, nameText } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { formBoolean, idParams, ok, time } from './primitives.ts';

export const oidcProviderKinds = ['Google', 'Custom'] as const;

/** A way to sign in with an account from elsewhere, as the login page shows it (wire A 13.2). */
export const EnabledOidc = z.object({
  id: z.number(),
  name: z.string(),
  provider: z.enum(oidcProviderKinds),
  logo_url: z.string(),
});
export type EnabledOidc = z.output<typeof EnabledOidc>;

/**
 * A provider as administrators see it (wire A 13.1): its secret is ten bullets, in the single read only where one is stored. `redirect_uri`
 * is what the provider must be told, made of `app.root_url`.
 */
export const OidcProvider = EnabledOidc.extend({
  created_at: time,
  updated_at: time,
  enabled: z.boolean(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  provider_url: z.string(),
  redirect_uri: z.string(),
  creates_agents: z.boolean(),
  /** By name. */
  agent_roles: z.array(z.string()),
  agent_domains: z.array(z.string()),
  ends_session: z.boolean(),
  trusts_second_factor: z.boolean(),
});
export type OidcProvider = z.output<typeof OidcProvider>;

/** Providers are known by their issuer; the address of its document is cut down to that. */
const providerUrl = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .transform((address) => address.replace(/\/\.well-known\/openid-configuration\/?$/, ''))
  .refine((address) => /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(address) && URL.canParse(address), {
    error: 'it must be an address such as https://id.example.com, without a question mark',
    params: { key: 'form.error.validUrl' },
  });

/** What follows the @ of an address; one typed before it is dropped. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((text) => text.replace(/^@/, ''))
  .refine((text) => /^(?!-)[a-z0-9-]+(\.(?!-)[a-z0-9-]+)+$/.test(text), {
    error: 'it must be a domain such as example.com',
    params: { key: 'admin.sso.domains.invalid' },
  });

/**
 * Body of POST and PUT (wire A 13.4). An empty secret, or one with a bullet in it, keeps the stored one; POST ignores `enabled`. Agents who
 * come for the first time are created only where `creates_agents` is on, with the roles named in `agent_roles` and an address in one of
 * `agent_domains`; it needs one of both. `ends_session`: signing out here ends the provider's session too.
 * `trusts_second_factor`: the provider asks for a second factor itself, and the desk asks for none. What is absent of these stays.
 */
export const OidcProviderInput = z
  .object({
    provider: z.enum(oidcProviderKinds),
    name: nameText(140),
    provider_url: providerUrl,
    client_id: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .refine((text) => !/[\p{Cc}\s]/u.test(text), {
        error: 'it must not have blanks in it',
        params: { key: 'admin.sso.clientID.blanks' },
      }),
    client_secret: z.string().trim().max(4000).default(''),
    enabled: formBoolean.default(true),
    creates_agents: formBoolean.optional(),
    agent_roles: z.array(z.string().trim().min(1).max(50)).max(100).optional(),
    agent_domains: z.array(domain).max(100).optional(),
    ends_session: formBoolean.optional(),
    trusts_second_factor: formBoolean.optional(),
    ...basedOn,
  })
  .superRefine(({ creates_agents, agent_roles, agent_domains }, context) => {
    if (!creates_agents) return;
    for (const [member, given] of Object.entries({ agent_roles, agent_domains })) {
      if (given?.length !== 0) continue;
      context.addIssue({
        code: 'custom',
        path: [member],
        message: 'it needs at least one',
        params: { key: 'admin.sso.needsOne' },
      });
    }
  });
export type OidcProviderInput = z.output<typeof OidcProviderInput>;

/** What a provider says about itself. `pkce`: whether it names S256 as a way to secure the exchange. */
export const OidcDiscovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pkce: z.boolean(),
});
export type OidcDiscovery = z.output<typeof OidcDiscovery>;

/**
 * Why a sign-on came to nothing, as the login page is told by `/?error=`: which provider it was is not known (any more), it can't be
 * reached or makes no sense, it refused; the callback belongs to no sign-on of this browser; the address is missing, not verified, nobody's,
 * a disabled agent's, or of a domain whose agents are not created; too many tries.
 */
export const signOnProblems = [
  'unknown_provider',
  'unreachable',
  'refused',
  'not_verifiable',
  'state',
  'no_email',
  'unverified',
  'unknown_agent',
  'domain',
  'disabled',
  'too_many',
  'failed',
] as const;
export type SignOnProblem = (typeof signOnProblems)[number];

/** Whatever browsers bring along: what is no text, or comes twice, is as if it were not there. */
const queryText = z.string().max(8000).optional().catch(undefined);
/** Not checked as other ids are: a browser that comes with a wrong one is led to the login page. */
const navigatedId = z.object({ id: z.string() });

const manage = { permission: 'oidc:manage' } as const;

export const oidcRoutes = defineRoutes({
  'oidc.enabled': {
    method: 'GET',
    path: '/api/v1/oidc/enabled',
    access: 'public',
    encoding: 'none',
    output: z.array(EnabledOidc),
    summary: 'Single sign-on providers that the login page offers, latest update first',
  },
  'oidc.list': {
    method: 'GET',
    path: '/api/v1/oidc',
    access: manage,
    encoding: 'none',
    output: z.array(OidcProvider),
    summary: 'Single sign-on providers, latest update first, without secrets',
  },
  'oidc.get': {
    method: 'GET',
    path: '/api/v1/oidc/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: OidcProvider,
    summary: 'One provider, without its secret',
  },
  'oidc.login': {
    method: 'GET',
    path: '/api/v1/oidc/:id/login',
    access: 'public',
    encoding: 'none',
    params: navigatedId,
    query: z.object({ next: queryText }),
    output: z.string(),
    redirects: true,
    summary: 'Leads a browser to a provider to sign in there, or to the login page with `error`',
  },
  'oidc.finish': {
    method: 'GET',
    path: '/api/v1/oidc/:id/finish',
    access: 'public',
    encoding: 'none',
    params: navigatedId,
    query: z.object({
      code: queryText,
      state: queryText,
      iss: queryText,
      error: queryText,
      error_description: queryText,
    }),
    output: z.string(),
    redirects: true,
    summary: 'Where a provider sends browsers back to: signs in and leads on, or to the login page with `error`',
  },
  'oidc.test': {
    method: 'POST',
    path: '/api/v1/oidc/test',
    access: manage,
    encoding: 'json',
    body: z.object({ provider_url: providerUrl }),
    output: OidcDiscovery,
    summary: 'Asks a provider for its discovery document, and stores nothing',
  },
  'oidc.create': {
    method: 'POST',
    path: '/api/v1/oidc',
    access: manage,
    encoding: 'json',
    body: OidcProviderInput,
    output: z.string(),
    summary: 'Adds a provider after asking for its discovery document; answers its redirect_uri',
  },
  'oidc.update': {
    method: 'PUT',
    path: '/api/v1/oidc/:id',
    access: manage,
    encoding: 'json',
    params: idParams,
    body: OidcProviderInput,
    output: ok,
    summary: 'Changes a provider after asking for its discovery document',
  },
  'oidc.remove': {
    method: 'DELETE',
    path: '/api/v1/oidc/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a provider; nobody can sign in with it any more',
  },
});
