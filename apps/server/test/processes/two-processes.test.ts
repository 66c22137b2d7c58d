import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSessionsOf } from '../../src/features/auth/index.ts';
import { ForeignClient, type Frame } from '../contract/foreign-client.ts';
import { followUp, openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

let a: Harness;
/** Another process on the same database, as far as the product can tell: it shares nothing else with the first. */
let b: Harness;
beforeAll(async () => {
  a = await createHarness();
  b = await createHarness({ share: a });
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const signIn = (desk: Harness, email = adminEmail) => ForeignClient.signedIn(desk.app.address()!, email);
/** A session serves at every process. */
function at(desk: Harness, client: ForeignClient): ForeignClient {
  const other = new ForeignClient(desk.app.address()!);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}
const isChange = (frame: Frame) => frame.type !== 'resumed' && frame.type !== 'reload';
const numbers = (frames: readonly Frame[]) => frames.filter(isChange).map((frame) => frame.seq!);
const lastNumber = async () => (await a.frames()).at(-1)?.seq ?? 0;

/** Changes of several conversations at once through the first process; answers the number of the last one. */
async function changeThrough(desk: Harness, ids: readonly number[]): Promise<number> {
  await Promise.all(ids.flatMap((id) => [followUp(desk, id), followUp(desk, id)]));
  return lastNumber();
}

/** Waits until a process has passed on everything that is written; one that has not calls the last number too high. */
async function caughtUp(desk: Harness): Promise<void> {
  const client = at(desk, await signIn(a));
  const last = await lastNumber();
  await desk.until(async () => {
    const socket = await client.open(`/ws?since=${last}`);
    await socket.until(() => socket.frames.length > 0, 'the end of the replay');
    await socket.close();
    return socket.frames[0]!.type === 'resumed';
  }, 'the process to catch up');
}

/** Ends the connections on which processes listen, all of this database's. */
async function killListeners(): Promise<void> {
  const { rows } = await a.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'bellhop-listen' and datname = current_database()`,
  );
  expect(rows.length).toBe(2);
}

describe('what one process writes', () => {
  test('is heard on the sockets of all, in the order of its numbers', async () => {
    const client = await signIn(a);
    const sockets = [await client.open(), await at(b, client).open()];
    const before = await lastNumber();
    const opened = await Promise.all([1, 2, 3, 4].map(() => openConversation(a)));
    const last = await changeThrough(
      b,
      opened.map(({ conversation }) => conversation.id),
    );
    const written = (await a.frames(before)).map((frame) => frame.seq);
    for (const socket of sockets) {
      await socket.until(() => socket.frames.at(-1)?.seq === last, 'the last change');
      expect(numbers(socket.frames)).toEqual(written);
      await socket.close();
    }
  });

  test('is not lost when the listening connections break, and stays in order', async () => {
    const client = await signIn(a);
    const sockets = [await client.open(), await at(b, client).open()];
    const { conversation } = await openConversation(a);
    const before = await lastNumber();
    await killListeners();
    // While nobody listens, and in the very moments in which they listen again.
    let last = 0;
    for (let round = 0; round < 40; round++) last = await changeThrough(round % 2 ? a : b, [conversation.id]);
    const written = (await a.frames(before)).map((frame) => frame.seq);
    for (const socket of sockets) {
      await socket.until(() => socket.frames.at(-1)?.seq === last, 'the last change');
      expect(numbers(socket.frames).filter((seq) => seq > before)).toEqual(written);
      await socket.close();
    }
  });
});

test('what was taken from an agent while a process heard nothing counts before what it missed is passed on', async () => {
  const email = 'demoted@desk.test';
  const agentId = await a.addAgent({ email });
  const client = await signIn(a, email);
  const sockets = [await client.open(), await at(b, client).open()];
  const { conversation } = await openConversation(a);
  await killListeners();
  await a.pool.query('delete from user_roles where user_id = $1', [agentId]);
  await a.pool.query("select pg_notify('bellhop_sessions', $1)", [String(agentId)]);
  await followUp(a, conversation.id, { text: 'secret' });
  const admin = await signIn(a);
  for (const status of ['away', 'online']) await admin.put('/api/v1/agents/me/availability', { status });
  for (const socket of sockets) {
    await socket.until(() => socket.frames.at(-1)?.data.availability_status === 'online', 'the mark');
    expect(JSON.stringify(socket.frames)).not.toContain('secret');
    await socket.close();
  }
});

describe('a client that comes back to another process', () => {
  test('is sent exactly what it missed, then that it is up to date', async () => {
    const client = await signIn(a);
    const { conversation } = await openConversation(a);
    const socket = await client.open();
    const seen = await changeThrough(a, [conversation.id]);
    await socket.until(() => socket.frames.at(-1)?.seq === seen, 'the first changes');
    await socket.close();
    const last = await changeThrough(b, [conversation.id]);
    const missed = (await a.frames(seen)).map((frame) => frame.seq);

    const again = await at(b, client).open(`/ws?since=${seen}`);
    // The other process may hear of the very last ones only now: then they come live.
    await again.until(() => numbers(again.frames).at(-1) === last, 'the last change');
    await again.until(() => again.frames.some((frame) => frame.type === 'resumed'), 'the end of the replay');
    expect(numbers(again.frames)).toEqual(missed);
    const next = await changeThrough(a, [conversation.id]);
    await again.until(() => again.frames.at(-1)?.seq === next, 'live changes');
    expect(numbers(again.frames)).toEqual((await a.frames(seen)).map((frame) => frame.seq));
    await again.close();
  });

  test('is sent only what it may see, and nothing of what it may no longer see', async () => {
    const email = 'assigned-only@desk.test';
    const permissions = ['conversations:read', 'conversations:read_assigned', 'messages:read'];
    const agentId = await a.addAgent({ email, permissions });
    const client = await signIn(a, email);
    const mine = (await openConversation(a)).conversation;
    const lost = (await openConversation(a)).conversation;
    const strange = (await openConversation(a)).conversation;
    const assign = (id: number, agent: number | null) =>
      a.pool.query('update conversations set assigned_user_id = $2 where id = $1', [id, agent]);
    await assign(mine.id, agentId);
    await assign(lost.id, agentId);
    const since = await lastNumber();
    const written = [];
    for (const { id } of [mine, lost, strange]) written.push(await followUp(a, id));
    await assign(lost.id, null);

    await caughtUp(b);
    const heard = async (path: string) => {
      const socket = await at(b, client).open(path);
      await socket.until(() => socket.frames.some((frame) => !isChange(frame)), 'the end of the replay');
      await socket.close();
      return socket.frames.filter((frame) => frame.type === 'new_message').map((frame) => frame.data.uuid);
    };
    expect(await heard(`/ws?since=${since}`)).toEqual([written[0]!.uuid]);
    await a.pool.query(
      `update roles set permissions = array_remove(permissions, 'conversations:read_assigned') where name like $1`,
      [`role of ${email}%`],
    );
    expect(await heard(`/ws?since=${since}`)).toEqual([]);
  });

  test('is told to fetch anew when too much was missed', async () => {
    const client = await signIn(a);
    const since = await lastNumber();
    const { work, system } = a.app.deps;
    await work(system, async (uow) => {
      for (let count = 0; count < 2_001; count++) {
        uow.broadcast('agent_availability_update', { id: 1, availability_status: 'online' }, { to: 'everybody' });
      }
    });
    await caughtUp(b);
    const socket = await at(b, client).open(`/ws?since=${since}`);
    await socket.until(() => socket.frames.length > 0, 'the first frame');
    expect(socket.frames[0]).toMatchObject({ type: 'reload' });
    await socket.close();
  });
});

describe('a session that ends at one process', () => {
  test('loses its socket at the other, and no other session does', async () => {
    const leaving = await signIn(a);
    const staying = await signIn(a);
    const left = await at(b, leaving).open();
    const stayed = await at(b, staying).open();
    expect((await leaving.get('/logout')).status).toBe(302);
    expect(await left.closed).toBe(1008);
    const last = await changeThrough(a, [(await openConversation(a)).conversation.id]);
    await stayed.until(() => stayed.frames.at(-1)?.seq === last, 'the session that stays');
    await stayed.close();
  });

  test('because its agent was disabled, loses its socket too', async () => {
    const email = 'disabled@desk.test';
    const id = await a.addAgent({ email });
    const socket = await at(b, await signIn(a, email)).open();
    await a.pool.query('update users set enabled = false where id = $1', [id]);
    await a.app.deps.work(a.app.deps.system, (uow) => endSessionsOf(uow, id));
    expect(await socket.closed).toBe(1008);
  });

  test('while nobody listens, loses its socket as soon as somebody does', async () => {
    const email = 'unheard@desk.test';
    const id = await a.addAgent({ email });
    const socket = await at(b, await signIn(a, email)).open();
    await killListeners();
    await a.app.deps.work(a.app.deps.system, (uow) => endSessionsOf(uow, id));
    expect(await socket.closed).toBe(1008);
  });
});

test('a setting that changes in one process is seen in the other at once', async () => {
  const name = async (desk: Harness) =>
    (await new ForeignClient(desk.app.address()!).get('/api/v1/settings/general')).data<Record<string, string>>()[
      'app.site_name'
    ];
  expect(await name(b)).toBe('Bellhop');
  await a.app.deps.work(a.app.deps.system, async (uow) => {
    await uow.db.updateTable('settings').set({ value: '"Corner shop"' }).where('key', '=', 'app.site_name').execute();
    uow.wake('bellhop_settings');
  });
  await b.until(async () => (await name(b)) === 'Corner shop', 'the new name');
});
