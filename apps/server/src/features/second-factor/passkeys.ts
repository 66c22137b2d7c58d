import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@bellhop/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Log } from '../../lib/log.ts';
import type { PasskeyRow } from './factors.queries.ts';
import type { RelyingParty } from './relying-party.ts';

/** As long as the browser may take to ask for a passkey. */
const timeout = 5 * 60_000;

type Credentials = readonly Pick<PasskeyRow, 'credential_id' | 'transports'>[];

/**
 * What to ask of one of these passkeys; of any that the device knows for the desk when there are none. One that signs in alone must
 * have verified its user.
 */
export async function requestOptions(
  rp: RelyingParty,
  passkeys: Credentials,
  userVerification: 'required' | 'preferred',
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    timeout,
    userVerification,
    allowCredentials: refs(passkeys),
  });
  return {
    challenge: options.challenge,
    timeout,
    rpId: rp.id,
    allowCredentials: wireRefs(passkeys),
    userVerification,
  };
}

/** What passkey the browser is to make: one that can sign in alone, on a device that has none for this agent yet. */
export async function creationOptions(
  rp: RelyingParty,
  agent: { handle: Buffer; email: string; name: string },
  passkeys: Credentials,
): Promise<PasskeyCreation> {
  const options = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userID: new Uint8Array(agent.handle),
    userName: agent.email,
    userDisplayName: agent.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: refs(passkeys),
    supportedAlgorithmIDs: [-8, -7, -257],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  });
  return {
    rp: { id: rp.id, name: rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout,
    excludeCredentials: wireRefs(passkeys),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** What is kept of a new passkey; null when the browser's answer is not one to this challenge at this desk. */
export async function readAttestation(
  log: Log,
  rp: RelyingParty,
  challenge: string,
  response: PasskeyAttestation,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...plain(response),
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [-8, -7, -257],
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports };
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'a new passkey was refused');
    return null;
  }
}

/** The new counter of a passkey that has signed this challenge at this desk; null when it has not. A counter that went back is a copy. */
export async function readAssertion(
  log: Log,
  rp: RelyingParty,
  expected: { challenge: string; passkey: PasskeyRow; handle: Buffer; mustVerify: boolean },
  response: PasskeyAssertion,
): Promise<number | null> {
  const { passkey } = expected;
  const { userHandle, clientDataJSON, authenticatorData, signature } = response.response;
  if (userHandle != null && !Buffer.from(userHandle, 'base64url').equals(expected.handle)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...plain(response), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: expected.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: expected.mustVerify,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    log.warn({ err: (error as Error).message, user: passkey.user_id }, 'a passkey was refused');
    return null;
  }
}

/** The same bytes may be written with and without padding. */
export function credentialIdOf({ id }: { id: string }): string {
  return isoBase64URL.trimPadding(id);
}

const plain = (response: PasskeyAssertion | PasskeyAttestation) => ({
  id: credentialIdOf(response),
  rawId: isoBase64URL.trimPadding(response.rawId),
  type: response.type,
  clientExtensionResults: {},
});

const refs = (passkeys: Credentials) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }));

const wireRefs = (passkeys: Credentials) => refs(passkeys).map((ref) => ({ ...ref, type: 'public-key' as const }));
