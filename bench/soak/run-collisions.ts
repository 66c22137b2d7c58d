import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../apps/server/test/api-client.ts';
import { createRandom } from '../random.ts';
import { collide } from './collide.ts';
import { createDeskProcess, type DeskProcess } from './desk-process.ts';

/** Conversations that take turns: the mails of one leave one after the other. */
const conversations = 10;
/** All mails have left within this time after the last round. */
const patienceMs = 120_000;
const colleague = { email: 'second@bellhop.local', password: 'Soak-password-1' };

/**
 * Two agents answer at the same instant, `rounds` times, at the product as it is run; then every reply that was taken has to be one mail.
 * Answers what was wrong, nothing when all is well.
 */
export async function runCollisions(options: { rounds: number; seed: number }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-collisions-'));
  // PostgreSQL may run as another user, who has to get through.
  await chmod(folder, 0o755);
  const desk = await createDeskProcess(folder, createRandom(options.seed * 16 + 15));
  try {
    desk.launch();
    await desk.healthy();
    const first = await desk.client();
    const clients = [first, await secondAgent(desk)] as const;
    const { wrong, taken } = await collide({
      clients,
      conversations: await Promise.all(Array.from({ length: conversations }, () => openConversation(first))),
      rounds: options.rounds,
      lastSeq: async () => (await desk.rows<{ seq: number }>('select max(seq)::int as seq from events'))[0]!.seq,
    });
    return [...wrong, ...(await checkMails(desk, taken)), ...desk.surprises];
  } finally {
    await desk.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A colleague of the first administrator, with the same password and roles. */
async function secondAgent(desk: DeskProcess): Promise<ApiClient> {
  await desk.rows(
    `with colleague as (insert into users (type, email, first_name, last_name, password_hash, enabled)
       select 'agent', $1, 'Second', 'Agent', password_hash, true from users
       where type = 'agent' and password_hash is not null order by id limit 1 returning id)
     insert into user_roles select colleague.id, roles.id from colleague, roles where roles.name = 'Admin'`,
    [colleague.email],
  );
  const client = new ApiClient(desk.address);
  await client.login(colleague.email, colleague.password);
  return client;
}

async function openConversation(client: ApiClient): Promise<string> {
  const answer = await client.call('conversations.create', {
    body: {
      inbox_id: 1,
      subject: 'Broken lamp',
      content: '<p>Hello</p>',
      contact_email: 'mina@mail.example',
      first_name: 'Mina',
    },
  });
  if (answer.status !== 200) throw new Error(`no conversation could be begun: ${answer.body.message}`);
  return answer.data.uuid;
}

/** Each reply that was taken is one file in the outbox, and beside them there are the first mails of the conversations alone. */
async function checkMails(desk: DeskProcess, taken: readonly string[]): Promise<string[]> {
  const outbox = join(desk.data_dir, 'outbox');
  const expected = taken.length + conversations;
  let files: string[] = [];
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(250)) {
    files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    if (files.length >= expected) break;
  }
  const present = new Set(files.map((name) => name.slice(0, -'.eml'.length)));
  const missing = taken.filter((uuid) => !present.has(uuid));
  return [
    ...missing.map((uuid) => `the reply ${uuid} was taken, and there is no mail of it`),
    ...(files.length > expected ? [`there are ${files.length} mails, and ${expected} were to be`] : []),
  ];
}
