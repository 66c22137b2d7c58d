import * as z from 'zod';
import { Agent } from './agents.ts';
import { nameText } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { idParams, nullableTime, ok, time } from './primitives.ts';

/** What can stand beside a password. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const;
export const SecondFactorMethod = z.enum(secondFactorMethods);
export type SecondFactorMethod = z.output<typeof SecondFactorMethod>;

/** What WebAuthn writes bytes as. */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/);
/** Credential ids are 1023 bytes at most (WebAuthn 4). */
const credentialId = base64url(1400);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
};

/** What a browser answers when it has made a passkey (RegistrationResponseJSON of WebAuthn 3). */
export const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(40)).max(10).nullish(),
  }),
});
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

/** What a browser answers when somebody has used a passkey (AuthenticationResponseJSON of WebAuthn 3). */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(200).nullish(),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

const userVerification = z.enum(['required', 'preferred', 'discouraged']);
const credentialRef = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What the browser is to ask of a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(credentialRef),
  userVerification,
});
export type PasskeyRequest = z.output<typeof PasskeyRequest>;

/** What passkey the browser is to make (PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credentialRef),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof PasskeyCreation>;

/** A passkey as its owner sees it. `works`: it was made for the host name that the desk has now. */
export const Passkey = z.object({
  id: z.number(),
  created_at: time,
  name: z.string(),
  last_used_at: nullableTime,
  works: z.boolean(),
});
export type Passkey = z.output<typeof Passkey>;

/** How somebody can show once more who they are. */
export const confirmationMethods = ['password', ...secondFactorMethods] as const;

/** One's own second factor. */
export const OwnSecondFactor = z.object({
  email: z.string(),
  totp: z.object({ created_at: time, last_used_at: nullableTime }).nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.number(),
  /** Roles of one's own that require a second factor, by name. */
  required_by: z.array(z.string()),
  /** Nothing else can be done before there is one. */
  is_limited: z.boolean(),
  /** Changes are taken until then, because somebody has lately shown who they are; null when they must do so first. */
  confirmed_until: nullableTime,
  confirmation_methods: z.array(z.enum(confirmationMethods)),
  /** Host name that passkeys are bound to; null where the address of the desk allows none. */
  passkey_host: z.string().nullable(),
});
export type OwnSecondFactor = z.output<typeof OwnSecondFactor>;

/** What an administrator sees of somebody's second factor. */
export const SecondFactorState = z.object({
  totp: z.boolean(),
  passkeys: z.number(),
  recovery_codes_left: z.number(),
  required_by: z.array(z.string()),
});
export type SecondFactorState = z.output<typeof SecondFactorState>;

/** A code from an app or a recovery code, as people type it. */
const typedCode = z.string().trim().min(1).max(60);

/** New recovery codes, shown this once; null when the ones before still count. */
export const Enrolled = z.object({ recovery_codes: z.array(z.string()).nullable() });
export type Enrolled = z.output<typeof Enrolled>;

export const passkeyNameText = nameText(80);

/** Exactly one way to show who one is. */
export const Confirmation = z
  .object({
    password: z.string().min(1).max(1000).optional(),
    code: typedCode.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    error: 'it needs exactly one of password, code and passkey',
  });
export type Confirmation = z.output<typeof Confirmation>;

const own = { access: 'session', limited: true, by_key: false } as const;
const manageAgents = { permission: 'users:manage' } as const;

export const secondFactorRoutes = defineRoutes({
  'login.methods': {
    method: 'GET',
    path: '/api/v1/login/methods',
    access: 'public',
    encoding: 'none',
    output: z.object({ passkey: z.boolean(), second_factor: z.array(SecondFactorMethod).nullable() }),
    summary:
      'What the login page offers beside the password: passkeys, once anybody has one, and how a sign-in goes on whose first step this browser has done',
  },
  'login.second_factor': {
    method: 'POST',
    path: '/api/v1/login/second-factor',
    access: 'public',
    encoding: 'json',
    body: z.object({ code: typedCode }),
    output: Agent,
    summary: 'Second step of a sign-in with a code of an app or a recovery code; answers what login answers',
  },
  'login.passkey_options': {
    method: 'POST',
    path: '/api/v1/login/passkey/options',
    access: 'public',
    encoding: 'json',
    body: z.object({ alone: z.boolean().default(false) }),
    output: PasskeyRequest,
    summary: 'What to ask of a passkey: as the second step of a sign-in, or alone, in place of the password',
  },
  'login.passkey_verify': {
    method: 'POST',
    path: '/api/v1/login/passkey/verify',
    access: 'public',
    encoding: 'json',
    body: z.object({ response: PasskeyAssertion }),
    output: Agent,
    summary: 'Signs in with a passkey; answers what login answers',
  },
  'account.confirm': {
    method: 'POST',
    path: '/api/v1/agents/me/confirm',
    ...own,
    encoding: 'json',
    body: Confirmation,
    output: ok,
    summary: 'Shows once more who one is, which changes to the own second factor need within 5 minutes',
  },
  'account.confirm_passkey_options': {
    method: 'POST',
    path: '/api/v1/agents/me/confirm/passkey-options',
    ...own,
    encoding: 'json',
    output: PasskeyRequest,
    summary: 'What to ask of a passkey to show who one is',
  },
  'account.second_factor': {
    method: 'GET',
    path: '/api/v1/agents/me/second-factor',
    ...own,
    encoding: 'none',
    output: OwnSecondFactor,
    summary: 'The own second factor: app, passkeys, recovery codes left',
  },
  'account.begin_totp': {
    method: 'POST',
    path: '/api/v1/agents/me/second-factor/totp',
    ...own,
    encoding: 'json',
    output: z.object({ secret: z.string(), uri: z.string() }),
    summary: 'A new secret for an app that makes codes; it counts once a code of it was given',
  },
  'account.finish_totp': {
    method: 'POST',
    path: '/api/v1/agents/me/second-factor/totp/finish',
    ...own,
    encoding: 'json',
    body: z.object({ code: typedCode }),
    output: Enrolled,
    summary: 'Takes the new secret into use by a code of it; replaces the app before',
  },
  'account.remove_totp': {
    method: 'DELETE',
    path: '/api/v1/agents/me/second-factor/totp',
    ...own,
    encoding: 'none',
    output: ok,
    summary: 'Codes of the app count no more',
  },
  'account.begin_passkey': {
    method: 'POST',
    path: '/api/v1/agents/me/second-factor/passkeys/options',
    ...own,
    encoding: 'json',
    output: PasskeyCreation,
    summary: 'What passkey the browser is to make',
  },
  'account.add_passkey': {
    method: 'POST',
    path: '/api/v1/agents/me/second-factor/passkeys',
    ...own,
    encoding: 'json',
    body: z.object({ name: passkeyNameText, response: PasskeyAttestation }),
    output: Enrolled,
    summary: 'Keeps a passkey that the browser has made',
  },
  'account.rename_passkey': {
    method: 'PUT',
    path: '/api/v1/agents/me/second-factor/passkeys/:id',
    ...own,
    encoding: 'json',
    params: idParams,
    body: z.object({ name: passkeyNameText }),
    output: ok,
    summary: 'Gives one of the own passkeys another name',
  },
  'account.remove_passkey': {
    method: 'DELETE',
    path: '/api/v1/agents/me/second-factor/passkeys/:id',
    ...own,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'One of the own passkeys counts no more',
  },
  'account.renew_recovery_codes': {
    method: 'POST',
    path: '/api/v1/agents/me/second-factor/recovery-codes',
    ...own,
    encoding: 'json',
    output: z.object({ recovery_codes: z.array(z.string()) }),
    summary: 'Ten new recovery codes; those before count no more',
  },
  'agents.second_factor': {
    method: 'GET',
    path: '/api/v1/agents/:id/second-factor',
    access: manageAgents,
    by_key: false,
    encoding: 'none',
    params: idParams,
    output: SecondFactorState,
    summary: 'Whether an agent has a second factor, and which roles require one',
  },
  'agents.reset_second_factor': {
    method: 'POST',
    path: '/api/v1/agents/:id/second-factor/reset',
    access: manageAgents,
    by_key: false,
    encoding: 'json',
    params: idParams,
    output: ok,
    summary:
      "Takes away another agent's second factor and ends their sessions; not one's own, nor that of who may do more",
  },
});
