import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createHarness, type Harness } from '../apps/server/test/harness.ts';
import { type Gate, openGate } from './gate.ts';
import { type Profiles, profilesFor, type SeatOptions } from './profiles.ts';
import { remember, type Standing } from './put-back.ts';
import { openSeat, type Seat } from './seat.ts';

const root = join(import.meta.dirname, '..');
/** Where windows of failed tests are kept. */
const pictures = join(root, '.cache/e2e');
export const supportAddress = 'support@bellhop.local';

/** A product that listens for mail and pages, with a browser beside it. */
export interface Desk extends Harness {
  /** Where browsers find the product: the gate's address. */
  address: string;
  gate: Gate;
  profiles: Profiles;
  /** Hands a mail to the SMTP listener; resolves with its 250. */
  mail(letter: SendMailOptions): Promise<void>;
  /** Uuids of the messages in the outbox folder. */
  outbox(): Promise<string[]>;
  /** The mail that was written to the outbox since `known` was listed, parsed; waits for it. */
  nextOut(known: readonly string[]): Promise<{ uuid: string; raw: Buffer; mail: ParsedMail }>;
  /** Opens a browser window in a profile of its own, signed in as `email` unless null; it is closed after the test. */
  seat(email: string | null, look?: SeatOptions): Promise<Seat>;
}

/**
 * A product and a browser for the tests of one file, filled before the first of them. After each test its windows are closed
 * and what they complained about (console, page errors, requests to other hosts) fails it.
 */
export function useDesk(options: Parameters<typeof createHarness>[0] = {}, prepare?: (desk: Desk) => Promise<void>) {
  const desk = {} as Desk;
  const seats: Seat[] = [];
  let before: Standing;
  beforeAll(async () => {
    Object.assign(desk, await openDesk(seats, options));
    await prepare?.(desk);
  });
  beforeEach(async () => {
    before = await remember(desk);
  });
  afterEach(async ({ task }) => {
    const closing = seats.splice(0);
    const isFailed = task.result?.state === 'fail';
    for (const [index, seat] of closing.entries()) {
      if (isFailed) await seat.picture(pictures, `${task.name.slice(0, 60)} ${index + 1}`);
      const profile = seat.page.context();
      if (isFailed) await profile.close();
      else await desk.profiles.giveBack(profile);
    }
    await desk.gate.mend();
    const problems = closing.flatMap((seat) => seat.problems());
    if (isFailed || problems.length > 0) await before.putBack();
    if (problems.length > 0) throw new Error(`the browser complained:\n${problems.join('\n')}`);
  });
  afterAll(async () => {
    await desk.close?.();
  });
  return desk;
}

async function openDesk(seats: Seat[], options: Parameters<typeof createHarness>[0]): Promise<Desk> {
  const browser = await openBrowser();
  const harness = await createHarness({ roles: ['web', 'worker', 'mail'], ...options });
  const gate = await openGate(Number(new URL(harness.app.address()!).port));
  const { address } = gate;
  const profiles = profilesFor(browser, address);
  await moveTo(harness, address);
  const transport = createTransport({ host: '127.0.0.1', port: harness.app.smtpPort()!, ignoreTLS: true });
  const outboxFolder = join(harness.config.data_dir, 'outbox');
  const outbox = async () => {
    const names = await readdir(outboxFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  };
  return {
    ...harness,
    address,
    gate,
    profiles,
    outbox,
    async mail(letter) {
      await transport.sendMail(letter);
    },
    async nextOut(known) {
      const uuid = await harness.until(
        async () => (await outbox()).find((name) => !known.includes(name)),
        'a mail in the outbox',
      );
      const raw = await readFile(join(outboxFolder, `${uuid}.eml`));
      return { uuid, raw, mail: await simpleParser(raw) };
    },
    async seat(email, look = {}) {
      const api = email === null ? null : await harness.as(email);
      const seat = await openSeat(await profiles.open(look), address, api);
      seats.push(seat);
      return seat;
    },
    async close() {
      await browser.close();
      transport.close();
      await gate.close();
      await harness.close();
    },
  };
}

/** Says for how many seconds a reply can be taken back; the inboxes' own setting, which is read with each send. */
export async function setUndo({ pool }: Harness, seconds: number): Promise<void> {
  await pool.query('update inboxes set undo_send_seconds = $1', [seconds]);
}

/** Starts Chromium with a new profile. Throws one line when there is no browser or no built client. */
export async function openBrowser(): Promise<Browser> {
  if (process.env.CHROMIUM_MISSING) throw new Error(process.env.CHROMIUM_MISSING);
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) {
    throw new Error('apps/web/dist is missing: run "npm run build" first.');
  }
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--process-per-site',
    ],
  });
}

/** The harness's database was filled before the port was known. */
async function moveTo(harness: Harness, address: string): Promise<void> {
  await harness.pool.query(
    `update settings set value = to_jsonb(replace(value #>> '{}', 'http://desk.test', $1))
     where value #>> '{}' like 'http://desk.test%'`,
    [address],
  );
  // Replies leave at once; what undoes a send sets how long they wait (`setUndo`).
  await harness.pool.query("update settings set value = '0' where key = 'app.undo_send_seconds'");
  await harness.pool.query('notify bellhop_settings');
  await harness.until(async () => {
    const { data } = await harness.anonymous().call('settings.general');
    return data['app.root_url'] === address;
  }, 'the new root address');
}
