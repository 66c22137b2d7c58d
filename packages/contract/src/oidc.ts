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

/** Body of POST and PUT (wire A 13.4). An empty secret, or one with a bullet in it, keeps the stored one; POST ignores `enabled`. */
export const OidcProviderInput = z.object({
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
  ...basedOn,
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
  'oidc.test': {
    method: 'POST',
    path: '/api/v1/oidc/test',
    access: manage,
    encoding: 'json',
    body: OidcProviderInput.pick({ provider_url: true }),
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
