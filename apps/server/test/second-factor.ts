import { Secret, TOTP } from 'otpauth';
import type { ApiClient } from './api-client.ts';
import type { Harness } from './harness.ts';
import { SoftPasskey } from './soft-authenticator.ts';

export const deskOrigin = 'https://desk.test';

/** Passkeys need an address with TLS. */
export async function moveToTls(harness: Harness, origin = deskOrigin): Promise<void> {
  await harness.pool.query("update settings set value = to_jsonb($1::text) where key = 'app.root_url'", [origin]);
  await harness.pool.query('notify bellhop_settings');
  await harness.until(async () => {
    const { data } = await harness.anonymous().call('settings.general');
    return data['app.root_url'] === origin;
  }, 'the new root address');
}

/** An app on a phone. */
export class SoftApp {
  readonly secret: string;
  readonly #harness: Pick<Harness, 'clock'>;

  constructor(harness: Pick<Harness, 'clock'>, secret: string) {
    this.#harness = harness;
    this.secret = secret;
  }

  /** The code of now, or of some steps of 30 seconds away. */
  code(steps = 0): string {
    const timestamp = this.#harness.clock.now().getTime() + steps * 30_000;
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp });
  }
}

/** Adds an app to the account of a session; answers the app, whose step of now is used up, and the recovery codes. */
export async function addApp(harness: Harness, client: ApiClient): Promise<{ app: SoftApp; codes: string[] }> {
  const begun = await client.call('account.begin_totp');
  if (begun.status !== 200) throw new Error(`begin_totp answered ${begun.status}: ${begun.body.message}`);
  const app = new SoftApp(harness, begun.data.secret);
  const done = await client.call('account.finish_totp', { body: { code: app.code() } });
  if (done.status !== 200) throw new Error(`finish_totp answered ${done.status}: ${done.body.message}`);
  return { app, codes: done.data.recovery_codes ?? [] };
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(client: ApiClient, name = 'Laptop'): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(deskOrigin);
  const options = await client.call('account.begin_passkey');
  if (options.status !== 200) throw new Error(`begin_passkey answered ${options.status}: ${options.body.message}`);
  const done = await client.call('account.add_passkey', { body: { name, response: passkey.create(options.data) } });
  if (done.status !== 200) throw new Error(`add_passkey answered ${done.status}: ${done.body.message}`);
  return passkey;
}
