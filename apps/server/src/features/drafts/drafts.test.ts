import type { Draft, DraftContent } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { collectMedia } from '../media/index.ts';
import { expireDrafts } from './expire-drafts.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;
let uuid: string;
let id: number;

beforeAll(async () => {
  desk = await createHarness();
  anaId = await desk.addAgent({
    email: 'ana@desk.test',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write'],
  });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
}, 120_000);
afterAll(() => desk.close());

beforeEach(async () => {
  ({ uuid, id } = (await openConversation(desk)).conversation);
});

const text = (html: string, more: Partial<DraftContent> = {}): DraftContent => ({
  html,
  recipients: null,
  files: [],
  macro: null,
  typed: {},
  fields: null,
  ...more,
});
type Kind = 'reply' | 'note';
const get = (client = admin, kind: Kind = 'reply') => client.call('drafts.get', { params: { uuid, kind } });
const save = (base_version: number, content: DraftContent, client = admin, kind: Kind = 'reply') =>
  client.call('drafts.save', { params: { uuid, kind }, body: { base_version, content } });
const discard = (client = admin, kind: Kind = 'reply') => client.call('drafts.discard', { params: { uuid, kind } });
const versions = async (client = admin, kind: Kind = 'reply') =>
  (await client.call('drafts.versions', { params: { uuid, kind } })).data;
const assign = (agent: number | null) =>
  desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [agent, id]);

describe('a draft', () => {
  test('comes back as it was saved, with everything that the composer holds', async () => {
    expect((await get()).data).toBeNull();
    const content = text('<p>Ça <b>va</b>?</p>', {
      recipients: { to: ['mina@mail.example'], cc: ['"Oak, Ben" <ben@mail.example>'], bcc: [] },
      files: [{ id: 7, uuid: crypto.randomUUID(), filename: 'a.pdf', size: 12, content_type: 'application/pdf' }],
      macro: { id: 3, name: 'Refund', actions: [{ type: 'set_priority', value: ['3'], display_value: ['High'] }] },
      typed: { cc: 'half@' },
    });
    const saved = await save(0, content);
    expect(saved.status).toBe(200);
    const { data } = await get();
    expect(data).toEqual({ conversation_uuid: uuid, kind: 'reply', ...saved.data, content });
    const heads = (await admin.call('drafts.list_mine')).data.filter((head) => head.conversation_uuid === uuid);
    expect(heads).toEqual([{ conversation_uuid: uuid, kind: 'reply', ...saved.data }]);
  });

  test('of a note and of a reply stand side by side, in each conversation its own (LD 79b76494)', async () => {
    const first = uuid;
    await save(0, text('<p>Reply</p>'));
    await save(0, text('<p>Note</p>'), admin, 'note');
    ({ uuid } = (await openConversation(desk)).conversation);
    expect((await get()).data).toBeNull();
    await save(0, text('<p>Other</p>'));
    uuid = first;
    expect((await get()).data?.content.html).toBe('<p>Reply</p>');
    expect((await get(admin, 'note')).data?.content.html).toBe('<p>Note</p>');
  });

  test('grown from an older state is refused with what stands there, and nothing is lost', async () => {
    const first = (await save(0, text('<p>One</p>'))).data.version;
    const second = (await save(first, text('<p>One, two</p>'))).data.version;
    expect(second).toBeGreaterThan(first);
    const late = await save(first, text('<p>One, three</p>'));
    expect([late.status, late.body.error_type, late.body.code]).toEqual([
      409,
      'ConflictException',
      'draft.newer_exists',
    ]);
    expect(late.body.data as unknown as Draft).toMatchObject({
      version: second,
      content: { html: '<p>One, two</p>' },
    });
    // The writer decides for the late one: what it writes over can be got back.
    await save(second, text('<p>One, three</p>'));
    expect((await versions()).map(({ content }) => content.html)).toContain('<p>One, two</p>');
  });

  test('saved twice because an answer got lost is saved once', async () => {
    const [one, two] = [await save(0, text('<p>Same</p>')), await save(0, text('<p>Same</p>'))];
    expect(two.data).toEqual(one.data);
  });

  test('of two tabs at the same instant one is saved and one refused', async () => {
    for (let round = 0; round < 10; round++) {
      const base = (await get()).data?.version ?? 0;
      const answers = await Promise.all([
        save(base, text(`<p>${round} left</p>`)),
        save(base, text(`<p>${round} right</p>`)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('is nobody else’s: another agent finds none, and none of its versions', async () => {
    await assign(anaId);
    await save(0, text('<p>Mine</p>'));
    await discard();
    await save(0, text('<p>Mine again</p>'));
    expect((await get(ana)).data).toBeNull();
    expect(await versions(ana)).toEqual([]);
    expect((await ana.call('drafts.list_mine')).data).toEqual([]);
    await discard(ana);
    expect((await get()).data?.content.html).toBe('<p>Mine again</p>');
  });

  test('is ended by nothing but its writer: not by others, not by changes, not by lost access (ZM #5953)', async () => {
    await assign(anaId);
    await save(0, text('<p>Under way</p>'), ana);
    await admin.call('conversations.set_status', { params: { uuid }, body: { status: 'Resolved' } });
    await admin.call('messages.send', {
      params: { uuid },
      body: { message: '<p>I was quicker</p>', to: ['mina@mail.example'] },
    });
    await followUp(desk, id);
    await assign(null);
    expect((await get(ana)).status).toBe(404);
    expect((await save(0, text('<p>x</p>'), ana)).status).toBe(404);
    expect((await ana.call('drafts.list_mine')).data).toEqual([]);
    await assign(anaId);
    expect((await get(ana)).data?.content.html).toBe('<p>Under way</p>');
    expect((await ana.call('drafts.list_mine')).data).toHaveLength(1);
    await discard(ana);
  });

  test('of more than 2 MB is refused, one just below is kept', async () => {
    expect((await save(0, text('x'.repeat(1_999_000)))).status).toBe(200);
    const large = await save(
      0,
      text('x'.repeat(1_990_000), { typed: { to: 'y'.repeat(99_000), cc: 'ä'.repeat(99_000) } }),
    );
    expect([large.status, large.body.code]).toEqual([413, 'draft.too_large']);
  });

  test('with half a character in it is kept, and the same again is the same', async () => {
    const { version } = (await save(0, text('<p>b\ud800c</p>'))).data;
    expect((await get()).data?.content.html).toBe('<p>b\ufffdc</p>');
    expect((await save(0, text('<p>b\ud800c</p>'))).data.version).toBe(version);
  });

  test('of a new conversation stands apart from all conversations', async () => {
    const content = text('<p>Hello</p>', {
      fields: { subject: 'Offer', inbox_id: 1, contact_email: 'new@mail.example' },
    });
    const body = { base_version: 0, content };
    const saved = await ana.call('drafts.save_new', { body });
    expect((await ana.call('drafts.get_new')).data).toEqual({
      conversation_uuid: null,
      kind: 'new_conversation',
      ...saved.data,
      content,
    });
    expect((await admin.call('drafts.get_new')).data).toBeNull();
    await ana.call('drafts.discard_new');
    expect((await ana.call('drafts.get_new')).data).toBeNull();
    const [kept] = (await ana.call('drafts.versions_new')).data;
    expect(kept).toMatchObject({ reason: 'discarded', content });
  });
});

describe('ending', () => {
  test('a discarded draft stays among the versions; a save that comes late does not bring it back', async () => {
    const { version } = (await save(0, text('<p>Never mind</p>'))).data;
    await discard();
    await discard();
    expect((await get()).data).toBeNull();
    expect(await versions()).toMatchObject([{ reason: 'discarded', content: { html: '<p>Never mind</p>' } }]);
    const late = await save(version, text('<p>Never mind!</p>'));
    expect([late.status, late.body.data]).toEqual([409, null]);
    // A new one begins under a number of its own.
    expect((await save(0, text('<p>New</p>'))).data.version).toBeGreaterThan(version);
  });

  test.each(['reply', 'note'] as const)('sending a %s ends its draft alone, and keeps what was sent', async (kind) => {
    const other = kind === 'reply' ? 'note' : 'reply';
    const { version } = (await save(0, text('<p>An earlier state</p>'), admin, kind)).data;
    await save(0, text('<p>Other</p>'), admin, other);
    const sent = text('<p>Final</p>', { recipients: { to: ['mina@mail.example'], cc: [], bcc: [] } });
    const answer = await admin.call('messages.send', {
      params: { uuid },
      body: { message: '<p>Final</p>', private: kind === 'note', to: ['mina@mail.example'], draft: sent },
    });
    expect(answer.status).toBe(200);
    expect((await get(admin, kind)).data).toBeNull();
    expect((await get(admin, other)).data?.content.html).toBe('<p>Other</p>');
    const kept = await versions(admin, kind);
    expect(kept).toMatchObject([
      { reason: 'sent', content: sent },
      { reason: 'saved', content: { html: '<p>An earlier state</p>' } },
    ]);
    expect((await save(version, text('<p>Late</p>'), admin, kind)).status).toBe(409);
  });

  test.each(['reply', 'note'] as const)(
    'a %s sent again because its answer was lost ends what went back into the composer, and nothing newer',
    async (kind) => {
      const sent = text('<p>Final</p>', { recipients: { to: ['mina@mail.example'], cc: [], bcc: [] } });
      const send_id = crypto.randomUUID();
      const send = async () =>
        admin.call('messages.send', {
          params: { uuid },
          body: { message: sent.html, private: kind === 'note', to: ['mina@mail.example'], draft: sent, send_id },
        });
      const first = await send();
      await save(0, { ...sent, recipients: null }, admin, kind);
      expect((await send()).data.uuid).toBe(first.data.uuid);
      expect((await get(admin, kind)).data).toBeNull();
      await save(0, text('<p>The next one</p>'), admin, kind);
      expect((await send()).data.uuid).toBe(first.data.uuid);
      expect((await get(admin, kind)).data?.content.html).toBe('<p>The next one</p>');
    },
  );

  test('a send that is refused leaves the draft as it is', async () => {
    const content = text('<p>Kept</p>');
    await save(0, content);
    const answer = await admin.call('messages.send', {
      params: { uuid },
      body: { message: '<p>Kept</p>', to: ['no address'], draft: content },
    });
    expect(answer.status).toBe(400);
    expect((await get()).data?.content).toEqual(content);
  });

  test('a client without drafts sends without touching them', async () => {
    await save(0, text('<p>Kept</p>'));
    await admin.call('messages.send', { params: { uuid }, body: { message: '<p>Hi</p>', to: ['mina@mail.example'] } });
    expect((await get()).data?.content.html).toBe('<p>Kept</p>');
  });
});

describe('versions', () => {
  test('are made from states that stood for a while, not from every keystroke', async () => {
    let base = 0;
    const type = async (html: string, waited: number) => {
      desk.clock.advance(waited);
      base = (await save(base, text(html))).data.version;
    };
    await type('<p>a</p>', 0);
    for (const [index, waited] of [1, 1, 28, 1, 1, 40].entries())
      await type(`<p>${'a'.repeat(index + 2)}</p>`, waited * 1000);
    const kept = (await versions()).map(({ content }) => content.html);
    expect(kept.length).toBeLessThan(5);
    // What stood for 40 s while its writer was away.
    expect(kept[0]).toBe('<p>aaaaaa</p>');
  });

  test('keep what a save takes away: most of the text, a file, a macro', async () => {
    const file = { id: 9, uuid: crypto.randomUUID(), filename: 'b.pdf', size: 1, content_type: 'application/pdf' };
    const macro = { id: 4, name: 'Close', actions: [] };
    let base = 0;
    const states = [
      text(`<p>${'long '.repeat(40)}</p>`),
      text('<p>short</p>', { files: [file] }),
      text('<p>short</p>', { macro }),
      text('<p>short</p>'),
    ];
    for (const state of states) base = (await save(base, state)).data.version;
    expect((await versions()).map(({ content }) => content).reverse()).toEqual(states.slice(0, 3));
  });

  test('are 20 at most, the latest; older than 30 days none', async () => {
    for (let index = 0; index < 24; index++) {
      await save(0, text(`<p>${index}</p>`));
      await discard();
    }
    expect((await versions()).map(({ content }) => content.html)).toEqual(
      Array.from({ length: 20 }, (_, index) => `<p>${23 - index}</p>`),
    );
    const count = async () =>
      (
        await desk.pool.query(
          `select v.id from draft_versions v join drafts d on d.id = v.draft_id where d.conversation_id = $1`,
          [id],
        )
      ).rowCount;
    expect(await count()).toBe(20);
    const standing = (await save(0, text('<p>Still here</p>'), admin, 'note')).data;
    await desk.pool.query(
      `update draft_versions set saved_at = saved_at - interval '31 days' where content ->> 'html' <> '<p>23</p>'`,
    );
    expect((await versions()).map(({ content }) => content.html)).toEqual(['<p>23</p>']);
    await expireDrafts(desk.app.deps);
    expect(await count()).toBe(1);
    await desk.pool.query(`update draft_versions set saved_at = saved_at - interval '31 days'`);
    await desk.pool.query(`update drafts set updated_at = updated_at - interval '31 days'`);
    await expireDrafts(desk.app.deps);
    const { rows } = await desk.pool.query('select kind from drafts where conversation_id = $1', [id]);
    expect(rows).toEqual([{ kind: 'note' }]);
    expect((await get(admin, 'note')).data).toMatchObject({ version: standing.version });
  });
});

test('files that a draft or an earlier state of it shows or carries are not collected', async () => {
  const upload = async (name: string) => {
    const body = new FormData();
    body.append('files', new Blob(['content'], { type: 'text/plain' }), name);
    return (await admin.call('media.upload', { body })).data;
  };
  const [carried, shown, earlier, abandoned] = await Promise.all(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(upload));
  const fileOf = ({ id, uuid, filename, size, content_type }: NonNullable<typeof carried>) => ({
    id,
    uuid,
    filename,
    size,
    content_type,
  });
  await save(0, text('', { files: [fileOf(earlier!)] }), admin, 'note');
  await discard(admin, 'note');
  await save(0, text(`<p><img src="/uploads/${shown!.uuid}"></p>`, { files: [fileOf(carried!)] }));
  await desk.pool.query(`update media set created_at = created_at - interval '8 days'`);
  const present = async () =>
    (
      await desk.pool.query<{ uuid: string }>('select uuid from media where uuid = any($1)', [
        [carried, shown, earlier, abandoned].map((file) => file!.uuid),
      ])
    ).rows.map((row) => row.uuid);
  await collectMedia(desk.app.deps);
  expect((await present()).sort()).toEqual([carried!.uuid, shown!.uuid, earlier!.uuid].sort());
  await desk.pool.query('delete from draft_versions');
  await collectMedia(desk.app.deps);
  expect((await present()).sort()).toEqual([carried!.uuid, shown!.uuid].sort());
});

test('the writer’s tabs hear of each save; the change log of its beginning and its end alone', async () => {
  const mark = (await desk.frames()).at(-1)!.seq;
  const { version } = (await save(0, text('<p>a</p>'))).data;
  await save(version, text('<p>ab</p>'));
  await discard();
  const { id: adminId } = (await admin.call('agents.me')).data;
  expect(await desk.frames(mark)).toMatchObject([
    {
      type: 'draft_changed',
      data: { conversation_uuid: uuid, kind: 'reply', version },
      audience: { to: 'agent', agent_id: adminId },
    },
    { type: 'draft_changed', data: { version: 0 } },
  ]);
});
