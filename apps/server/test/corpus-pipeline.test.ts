import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailDesk, type MailDesk, type RawMailRow } from './mail-desk.ts';

const corpus = join(import.meta.dirname, '../../../../shared/mail');
const files = existsSync(corpus)
  ? ['', 'synthetic', 'wrapped'].flatMap((folder) =>
      readdirSync(join(corpus, folder))
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => join(folder, name)),
    )
  : [];

/** Mails that may end in quarantine, each with the reason. */
const quarantinedOnPurpose: Record<string, string> = {};

/** Every reason for which a mail is left out on purpose; what follows a colon names the header. */
const skipReasons =
  /^(no_sender|own_loop|own_address|own_message|duplicate|report_about_foreign_mail|(machine_mail|auto_reply): .+)$/;

describe.skipIf(files.length === 0)('every mail of the corpus, by SMTP to the end', () => {
  let desk: MailDesk;
  let outcomes: Map<string, RawMailRow>;
  const drained = () =>
    desk.until(async () => {
      const { rows } = await desk.pool.query("select 1 from raw_mails where state = 'stored' limit 1");
      return rows.length === 0;
    }, 'the mails so far to be taken in');
  beforeAll(async () => {
    desk = await createMailDesk({ env: { LOG_LEVEL: 'error' } });
    for (const [index, name] of files.entries()) {
      await desk.hand(readFileSync(join(corpus, name)), { from: 'corpus@sender.example' });
      if (index % 40 === 39 || index === files.length - 1) await drained();
    }
    const rows = await desk.rawMails();
    outcomes = new Map(rows.map((row, index) => [files[index]!, row]));
  }, 300_000);
  afterAll(() => desk.close());

  it('is stored before anything else', () => {
    expect(outcomes.size).toBe(files.length);
  });

  it('is taken in, or left out for a reason, and none is quarantined without an exception', () => {
    const wrong = [...outcomes].filter(([name, row]) => {
      if (row.state === 'quarantined') return !(name in quarantinedOnPurpose);
      if (row.state === 'skipped') return !skipReasons.test(row.decision.reason ?? '');
      return row.state !== 'processed';
    });
    expect(wrong.map(([name, row]) => [name, row.state, row.error ?? row.decision.reason])).toEqual([]);
  });

  it('is stored once for each that was taken in', async () => {
    const { rows } = await desk.pool.query<{ count: number }>(
      "select count(*)::int as count from messages where type = 'incoming' and raw_mail_id is not null",
    );
    const stored = [...outcomes.values()].filter((row) => row.decision.outcome === 'stored');
    expect(rows[0]?.count).toBe(stored.length);
    expect(stored.length).toBeGreaterThan(files.length / 2);
  });

  it('can be opened by an agent, with every file', async () => {
    const admin = await desk.as();
    const { rows } = await desk.pool.query<{ uuid: string }>('select uuid from conversations order by id');
    for (const { uuid } of rows) {
      const { status, data } = await admin.call('messages.list', { params: { uuid } });
      expect([uuid, status]).toEqual([uuid, 200]);
      for (const attachment of data.results.flatMap((message) => message.attachments)) {
        const response = await admin.fetch(new URL(attachment.url).pathname);
        expect([attachment.name, response.status]).toEqual([attachment.name, 200]);
        expect((await response.arrayBuffer()).byteLength).toBe(attachment.size);
      }
    }
  }, 120_000);
});

describe.runIf(files.length === 0)('the corpus', () => {
  it.skip(`is not there: ${corpus} does not exist`);
});
