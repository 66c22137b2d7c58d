import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@bellhop/contract';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';

/** Has the browser ask for a passkey. */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const allowCredentials = options.allowCredentials as PublicKeyCredentialDescriptorJSON[];
  const answer = await startAuthentication({ optionsJSON: { ...options, allowCredentials } as never });
  return answer as PasskeyAssertion;
}

/** Has the browser make a passkey. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const answer = await startRegistration({ optionsJSON: options as never });
  return answer as PasskeyAttestation;
}

/** Why a passkey could not be asked for or made, in words; null when its owner thought better of it. */
export function passkeyProblem(error: unknown): string | null {
  const name = error instanceof WebAuthnError || error instanceof DOMException ? error.name : undefined;
  if (name === undefined) return toApiError(error).message;
  if (name === 'NotAllowedError' || name === 'AbortError') return null;
  if (name === 'InvalidStateError') return t('secondFactor.passkey.known');
  return t('secondFactor.passkey.failed');
}
