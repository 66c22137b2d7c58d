import { type InboxConfig, type InboxInput, secretMask } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { openConfig } from './inbox-secrets.ts';

const imap = { host: 'imap.shop.example', port: 993, username: 'help@shop.example', password: 'imap-secret' };
const smtp = { host: 'smtp.shop.example', port: 587, username: 'help@shop.example', password: 'smtp-secret' };
const shop = {
  name: ' Shop ',
  from: 'Shop <Help@Shop.example>',
  channel: 'email',
  config: { imap: [imap], smtp: [smtp] },
};

let h: Harness;
let admin: ApiClient;
beforeAll(async () => {
  h = await createHarness();
  admin = await h.as();
});
afterAll(() => h.close());

async function create(input: object = shop): Promise<number> {
  const answer = await admin.call('inboxes.create', { body: input });
  expect(answer.body).toMatchObject({ status: 'success', data: true });
  const { rows } = await h.pool.query('select max(id) as id from inboxes');
  return rows[0].id;
}

async function stored(id: number) {
  const { rows } = await h.pool.query('select * from inboxes where id = $1', [id]);
  const config: InboxConfig = openConfig(h.app.deps.sealer, rows[0].config);
  return { row: rows[0], config, sealed: JSON.stringify(rows[0].config) };
}

describe('inboxes', () => {
  it('are created enabled, trimmed and with sealed secrets, and shown with ten bullets', async () => {
    const id = await create();
    const { row, config, sealed } = await stored(id);
    expect(row).toMatchObject({ name: 'Shop', address: 'help@shop.example', enabled: true, csat_enabled: false });
    expect(sealed).not.toMatch(/imap-secret|smtp-secret/);
    expect(config.imap[0]?.password).toBe('imap-secret');
    const { data } = await admin.call('inboxes.get', { params: { id } });
    expect(data).toMatchObject({
      from: 'Shop <Help@Shop.example>',
      enable_plus_addressing: false,
      config: {
        imap: [{ ...imap, password: secretMask, mailbox: 'INBOX', read_interval: '5m', scan_inbox_since: '48h' }],
        smtp: [{ ...smtp, password: secretMask, max_conns: 10, idle_timeout: '25s' }],
      },
      health: { last_error: null, quarantined: 0 },
    });
    const events = await h.events();
    expect(events.at(-1)).toMatchObject({ kind: 'inbox.changed', payload: { inbox_id: id } });
  });

  it('keep secrets on empty and masked passwords, matched by host and user name', async () => {
    const id = await create();
    const second = { ...imap, host: 'imap2.shop.example', password: 'second-secret' };
    const update = async (config: object) => {
      const answer = await admin.call('inboxes.update', { params: { id }, body: { ...shop, config } });
      expect(answer.status).toBe(200);
      return (await stored(id)).config;
    };
    expect((await update({ imap: [imap, second], smtp: [smtp] })).imap).toHaveLength(2);
    const swapped = await update({
      imap: [
        { ...second, password: secretMask },
        { ...imap, password: '' },
      ],
      smtp: [{ ...smtp, password: '••' }],
    });
    expect(swapped.imap.map((one) => one.password)).toEqual(['second-secret', 'imap-secret']);
    expect(swapped.smtp[0]?.password).toBe('smtp-secret');
    const moved = await update({ imap: [{ ...imap, host: 'elsewhere.example', password: '' }], smtp: [] });
    expect(moved.imap[0]?.password).toBe('');
    const renewed = await update({ imap: [{ ...imap, password: 'renewed' }], smtp: [] });
    expect(renewed.imap[0]?.password).toBe('renewed');
  });

  it('are checked before they exist', async () => {
    const { rows: before } = await h.pool.query('select count(*)::int as count from inboxes');
    const bad: [Partial<Record<keyof InboxInput, unknown>>, string][] = [
      [{ from: 'no address at all' }, 'inbox.from_invalid'],
      [{ from: 'a@shop.example, b@shop.example' }, 'inbox.from_invalid'],
      [{ name: '   ' }, 'input.invalid'],
      [{ channel: 'fax' }, 'input.invalid'],
      [{ config: undefined }, 'input.invalid'],
      [{ config: { imap: [{ ...imap, port: 0 }], smtp: [] } }, 'input.invalid'],
      [{ reply_to: 'not an address' }, 'input.invalid'],
    ];
    for (const [part, code] of bad) {
      const answer = await admin.call('inboxes.create', { body: { ...shop, ...part } });
      expect([answer.status, answer.body.code, answer.body.error_type]).toEqual([400, code, 'InputException']);
    }
    const { rows: after } = await h.pool.query('select count(*)::int as count from inboxes');
    expect(after).toEqual(before);
  });

  it('keep what a foreign client does not send, and ignore its copies of imap and smtp', async () => {
    const id = await create({ ...shop, reply_to: 'Answers@shop.example', from_name_template: '{{ .Agent.FullName }}' });
    const foreign = { ...shop, imap: [imap], smtp: [smtp], enabled: false, csat_enabled: true };
    await admin.call('inboxes.update', { params: { id }, body: foreign });
    expect((await stored(id)).row).toMatchObject({
      reply_to: 'answers@shop.example',
      from_name_template: '{{ .Agent.FullName }}',
      enabled: false,
      csat_enabled: true,
    });
  });

  it('have seconds of their own for taking a reply back, or the desk’s', async () => {
    const id = await create({ ...shop, undo_send_seconds: 30 });
    const seconds = async () => (await admin.call('inboxes.get', { params: { id } })).data.undo_send_seconds;
    expect(await seconds()).toBe(30);
    await admin.call('inboxes.update', { params: { id }, body: shop });
    expect(await seconds()).toBe(30);
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, undo_send_seconds: null } });
    expect(await seconds()).toBeNull();
    for (const wrong of [-1, 61, 1.5, '10']) {
      const answer = await admin.call('inboxes.update', {
        params: { id },
        body: { ...shop, undo_send_seconds: wrong },
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'input.invalid']);
    }
  });

  it('keep members of their servers that nobody knows, and answer them', async () => {
    const config = {
      imap: [{ ...imap, oauth: { tenant: 'shop' }, label: 'Main box' }],
      smtp: [{ ...smtp, email_headers: { 'X-Shop': '1' }, region: 'eu' }],
      pop3: [{ host: 'dropped.example' }],
    };
    const id = await create({ ...shop, config });
    const unknown = {
      imap: [{ oauth: { tenant: 'shop' }, label: 'Main box' }],
      smtp: [{ email_headers: { 'X-Shop': '1' }, region: 'eu' }],
    };
    expect((await stored(id)).config).toMatchObject(unknown);
    const { data } = await admin.call('inboxes.get', { params: { id } });
    expect(data.config).toMatchObject(unknown);
    expect(Object.keys(data.config)).toEqual(['imap', 'smtp']);
    const changed = { imap: [{ ...imap, label: 'Other box' }], smtp: [smtp] };
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, config: changed } });
    expect((await stored(id)).config.imap[0]).toMatchObject({ label: 'Other box', password: 'imap-secret' });
  });

  it('seal members that nobody knows but whose names speak of secrets, and show them masked', async () => {
    const oauth = { tenant: 'shop', client_secret: 'hush-1', tokens: ['hush-2'] };
    const id = await create({ ...shop, config: { imap: [{ ...imap, oauth, api_key: 'hush-3' }], smtp: [smtp] } });
    const { sealed, config } = await stored(id);
    expect(sealed).not.toContain('hush');
    expect(config.imap[0]).toMatchObject({ oauth, api_key: 'hush-3' });
    const { data } = await admin.call('inboxes.get', { params: { id } });
    const masked = { tenant: 'shop', client_secret: secretMask, tokens: [secretMask] };
    expect(data.config.imap[0]).toMatchObject({ oauth: masked, api_key: secretMask });
    // What is shown comes back: it means what is stored.
    const changed = { imap: [{ ...data.config.imap[0], api_key: 'hush-4' }], smtp: [smtp] };
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, config: changed } });
    expect((await stored(id)).config.imap[0]).toMatchObject({ oauth, api_key: 'hush-4', password: 'imap-secret' });
    // Stored before their names counted: opened as they are, sealed with the next change.
    await h.pool.query(
      "update inboxes set config = jsonb_set(config, '{imap,0,api_key}', '\"old-plain\"') where id = $1",
      [id],
    );
    expect((await stored(id)).config.imap[0]).toMatchObject({ api_key: 'old-plain' });
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, config: data.config } });
    const after = await stored(id);
    expect(after.config.imap[0]).toMatchObject({ api_key: 'old-plain' });
    expect(after.sealed).not.toContain('old-plain');
  });

  it('have plus addresses as local mail only, until somebody says otherwise', async () => {
    const local = { ...shop, config: { imap: [], smtp: [] } };
    const id = await create(local);
    expect((await stored(id)).row.enable_plus_addressing).toBe(true);
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, enable_plus_addressing: true } });
    expect((await stored(id)).row.enable_plus_addressing).toBe(false);
    await admin.call('inboxes.update', { params: { id }, body: { ...shop, enable_plus_addressing: true } });
    expect((await stored(id)).row.enable_plus_addressing).toBe(true);
    await admin.call('inboxes.update', { params: { id }, body: { ...local, enable_plus_addressing: false } });
    expect((await stored(id)).row.enable_plus_addressing).toBe(false);
  });

  it('are switched, listed without secrets for everybody, and deleted softly', async () => {
    const id = await create();
    await admin.call('inboxes.toggle', { params: { id } });
    expect((await stored(id)).row.enabled).toBe(false);
    const email = 'lister@desk.test';
    await h.addAgent({ email });
    const listed = (await (await h.as(email)).call('inboxes.list')).data;
    expect(listed.find((inbox) => inbox.id === id)).toMatchObject({ name: 'Shop', enabled: false, config: null });
    expect(JSON.stringify(listed)).not.toMatch(/secret|password|sealed/);

    expect((await admin.call('inboxes.remove', { params: { id } })).data).toBe(true);
    expect(await stored(id)).toMatchObject({ config: { imap: [], smtp: [] } });
    expect((await admin.call('inboxes.list')).data.some((inbox) => inbox.id === id)).toBe(false);
    expect((await admin.call('inboxes.get', { params: { id } })).body.code).toBe('inbox.not_found');
    expect((await admin.call('inboxes.toggle', { params: { id } })).body.code).toBe('inbox.not_found');
    expect((await admin.call('inboxes.remove', { params: { id: 999_999 } })).status).toBe(200);
  });

  it('are tested before saving with the stored secrets of the inbox that is named', async () => {
    const id = await create();
    const config = { imap: [{ ...imap, host: '127.0.0.1', port: 1, password: secretMask }], smtp: [] };
    const { data } = await admin.call('inboxes.test_connection', { body: { id, config } });
    expect(data).toEqual([
      {
        kind: 'imap',
        host: '127.0.0.1:1',
        ok: false,
        detail: expect.stringContaining('refused'),
        problem: 'connection_refused',
      },
    ]);
    const unknown = await admin.call('inboxes.test_connection', { body: { id: 999_999, config } });
    expect(unknown.body.code).toBe('inbox.not_found');
  });
});
