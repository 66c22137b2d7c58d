import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@bellhop/contract';

/** What a test wants to be wrong. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Without it the authenticator has verified its user. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string | null;
}

/** A passkey in memory: makes real attestations and assertions (ES256, format `none`), or such as are wrong in one point. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #handle = '';
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Answers `navigator.credentials.create`. */
  create(options: PasskeyCreation, wrong: Deviation = {}): PasskeyAttestation {
    this.#handle = options.user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const authData = Buffer.concat([this.#data(wrong.rpId ?? options.rp.id, 0x40, wrong), attested]);
    const head = Buffer.alloc(3);
    head.writeUInt8(0x59);
    head.writeUInt16BE(authData.length, 1);
    // { fmt: "none", attStmt: {}, authData }
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      head,
      authData,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get(options: PasskeyRequest, wrong: Deviation = {}): PasskeyAssertion {
    this.#counter++;
    const authData = this.#data(wrong.rpId ?? options.rpId, 0, wrong);
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: wrong.userHandle === undefined ? this.#handle : wrong.userHandle,
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, wrong: Deviation): Buffer {
    const data = { type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? this.origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  #data(rpId: string, flags: number, wrong: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.#counter);
    const verified = wrong.isUnverified ? 0x01 : 0x05;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | verified]), counter]);
  }
}
