import type { RouteName } from '@bellhop/contract';
import pg from 'pg';
import { ApiClient } from '../../apps/server/test/api-client.ts';
import { adminEmail, adminPassword, type Product } from '../product.ts';
import { createRandom, type Random } from '../random.ts';
import { sample, summarise, table } from '../statistics.ts';
import { tailWord, tailWords } from '../texts.ts';

/** Texts of one kind that are searched for, each time another. */
type Ask = (random: Random) => string;

/** Words by how many letters of the seed hold them. */
const words: Record<string, Ask> = {
  'very common': (random) => random.pick(['hello', 'device', 'good', 'thank', tailWord(0)]),
  common: (random) => tailWord(random.int(20, 200)),
  uncommon: (random) => tailWord(random.int(1_000, 10_000)),
  rare: (random) => tailWord(random.int(60_000, tailWords - 1)),
  absent: (random) => `absent${random.int(1, 1e9)}`,
};

/** Runs of letters as people type them into the box, by the call that they are meant for. */
const plain: [route: RouteName, what: string, ask: Ask][] = [
  ['search.conversations', 'reference number', (random) => String(random.int(1_000, 9_999))],
  ['search.conversations', 'common subject', (random) => random.pick(['invoice', 'arrived broken', 'parcel is la'])],
  ['search.conversations', 'rare subject', (random) => `(${random.int(10_000, 99_999)})`],
  ['search.conversations', 'name', (random) => random.pick(['ada berg', 'nils dahl', 'yara zhang', 'sven ito'])],
  ['search.conversations', 'absent', (random) => `absent${random.int(1, 1e9)}`],
  ['search.contacts', 'domain of all', () => '@mail.example'],
  ['search.contacts', 'name', (random) => random.pick(['ada.be', 'nils', 'yara zh', 'ito'])],
  ['search.contacts', 'one address', (random) => `.${random.int(1_000, 9_999)}@`],
  ...Object.entries(words).map(([name, ask]): [RouteName, string, Ask] => ['search.messages', `${name} word`, ask]),
  ['search.messages', 'beginning of a common word', (random) => random.pick(['hel', 'dev', 'pri', 'col'])],
  ['search.messages', 'beginning of a rare word', (random) => tailWord(random.int(60_000, tailWords - 1)).slice(0, 6)],
];

const operators: [what: string, ask: Ask][] = [
  ...Object.entries(words).map(([name, ask]): [string, Ask] => [`${name} word`, ask]),
  ['two common words', (random) => `${words.common!(random)} ${words.common!(random)}`],
  ['common and rare word', (random) => `hello ${words.rare!(random)}`],
  ['phrase of common words', () => '"thank you for the quick answer"'],
  ['common word, without another', () => 'device -receipt'],
  ['beginning, common', () => 'dev* wor*'],
  ['from: one of all, with a word', (random) => `from:ada.berg device ${words.common!(random)}`],
  ['assignee:none with a common word', (random) => `assignee:none ${words.common!(random)}`],
  ['status:closed with a rare word', (random) => `status:closed ${words.rare!(random)}`],
  ['tag: and status:, no word', (random) => `tag:bench-1-${random.int(0, 39)} status:closed`],
  ['subject: rare, no word', (random) => `subject:"(${random.int(10_000, 99_999)})"`],
  ['old, with an uncommon word', (random) => `before:2025-01-01 ${words.uncommon!(random)}`],
];

/** The searches through HTTP: of everything as an administrator, and of what is assigned to one busy agent. */
export async function benchSearch(product: Product, times: number): Promise<{ text: string; p95: number }> {
  const admin = await product.client();
  const narrow = await narrowClient(product);
  const random = createRandom(99);
  const rows: (string | number)[][] = [];
  const all: number[] = [];
  const measure = async (what: string, call: () => Promise<{ found: number; is_partial: boolean }>) => {
    await call();
    const found: number[] = [];
    let partial = 0;
    const samples = await sample(times, async () => {
      const answer = await call();
      found.push(answer.found);
      if (answer.is_partial) partial += 1;
    });
    const { median, p95, p99 } = summarise(samples);
    all.push(...samples);
    rows.push([what, median, p95, p99, found.reduce((sum, n) => sum + n, 0) / found.length, partial]);
  };
  for (const [route, what, ask] of plain) {
    await measure(`${route}, ${what}`, async () => {
      const answer = await admin.call(route, { query: { query: ask(random) } });
      if (answer.status !== 200) throw new Error(`${route} answered ${answer.status}: ${answer.body.message}`);
      return { found: (answer.data as unknown[]).length, is_partial: false };
    });
  }
  for (const [client, who] of [
    [admin, ''],
    [narrow, ', own conversations alone'],
  ] as const) {
    for (const [what, ask] of operators) {
      for (const sort of ['newest', 'best']) {
        await measure(`search.query ${sort}, ${what}${who}`, async () => {
          const answer = await client.call('search.query', { query: { q: ask(random), sort, limit: 20 } });
          if (answer.status !== 200) throw new Error(`search answered ${answer.status}: ${answer.body.message}`);
          return { found: answer.data.results.length, is_partial: answer.data.is_partial };
        });
      }
    }
  }
  const trivial = summarise(await sample(times * 2, () => admin.fetch('/health').then((response) => response.text())));
  const total = summarise(all);
  rows.push(['all of them', total.median, total.p95, total.p99, '', '']);
  rows.push(['trivial route (/health)', trivial.median, trivial.p95, trivial.p99, '', '']);
  return {
    text: table(['search, ms', 'median', 'p95', 'p99', 'found, mean', 'partial'], rows),
    p95: total.p95,
  };
}

/** Signs the busiest agent in, with the administrator's password and a role that shows own conversations alone. */
async function narrowClient(product: Product): Promise<ApiClient> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { rows } = await pool.query<{ email: string }>(
    `with busiest as (select assigned_user_id as id from conversation_counts where assigned_user_id is not null
       and assigned_user_id <> (select id from users where email = $1) group by 1 order by sum(count) desc limit 1),
     role as (insert into roles (name, permissions) values ('Bench, own conversations',
       '{conversations:read,conversations:read_assigned,messages:read}') on conflict (name) do update set description = '' returning id),
     given as (insert into user_roles select busiest.id, role.id from busiest, role on conflict do nothing),
     taken as (delete from user_roles where user_id = (select id from busiest) and role_id not in (select id from role))
     update users set password_hash = (select password_hash from users where email = $1) where id = (select id from busiest)
     returning email`,
    [adminEmail],
  );
  await pool.end();
  const client = new ApiClient(product.address);
  await client.login(rows[0]!.email, adminPassword);
  return client;
}
