import { randomUUID } from 'node:crypto';
import type { App } from '../app/build-app.ts';
import { subscribers } from '../app/subscribers.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { createWork } from '../core/unit-of-work.ts';
import { createRule } from '../features/automations/index.ts';
import {
  addNote,
  assignTeam,
  assignUser,
  lockVisible,
  markSeen,
  processMail,
  queueReply,
  sendDueMail,
  setPriority,
  setStatus,
  setTags,
} from '../features/conversations/index.ts';
import { storeRawMail } from '../features/inboxes/index.ts';
import { createMacro } from '../features/macros/index.ts';
import { loadPriorities } from '../features/priorities/index.ts';
import { sweepSla } from '../features/sla/index.ts';
import { knownStatuses } from '../features/statuses/index.ts';
import { loadActor } from '../features/users/index.ts';
import { createView } from '../features/views/index.ts';
import { type DemoPeople, insertDemoPeople, lastIncomingId, latestConversation } from './demo.queries.ts';
import { cities, customers } from './people.ts';
import { askCustomer, makePromises } from './promises.ts';
import { demoRules } from './rules.ts';
import { type Beat, type Story, stories } from './stories.ts';
import { type DemoIds, demoMacros, demoViews } from './views-and-macros.ts';

/** How many conversations the sample desk has, unless told otherwise. */
const usualCount = 240;
const historyMs = 45 * 86_400_000;

/**
 * Fills an empty desk with a plausible shop's six weeks: the mails go through the real intake, the answers through the real queue,
 * only the clock is another. Call it before any role runs.
 */
export async function fillDemoDesk(app: App, conversationCount = usualCount): Promise<void> {
  let now = Date.now() - historyMs;
  const clock = { now: () => new Date(now) };
  const deps: Deps = {
    ...app.deps,
    clock,
    work: createWork({ database: app.database, clock, subscribers, publish: app.bus.publish }),
  };
  const people = await deps.work(deps.system, (uow) => insertDemoPeople(uow.db, uow.now));
  const actors = await Promise.all(people.agents.map((agent) => loadActor(deps.db, agent.id)));
  const desk: Desk = {
    deps,
    people,
    actors,
    admin: await loadActor(deps.db, people.admin_id),
    move: (to) => {
      now = to;
    },
  };
  await addViewsAndMacros(desk);
  await makePromises(deps, desk.admin, people.inbox_id);
  const end = Date.now() - 4 * 60_000;
  for (let i = 0; i < conversationCount; i++) {
    // Denser towards the present, so that the first screen is fresh.
    const begun = end - historyMs * (1 - (i + 1) / conversationCount) ** 1.6;
    // What nobody answered in time was judged in its time.
    now = begun;
    await sweepSla(deps);
    await tell(desk, stories[(i * 11) % stories.length]!, i, begun, end);
  }
  now = Date.now();
  await sweepSla(deps);
}

interface Desk {
  deps: Deps;
  people: DemoPeople;
  actors: Actor[];
  admin: Actor;
  move(to: number): void;
}

async function addViewsAndMacros({ deps, admin, people }: Desk): Promise<void> {
  const [statuses, priorities] = await Promise.all([knownStatuses(deps.db), loadPriorities(deps.db)]);
  const idIn = (rows: readonly { id: number; name: string }[]) => (name: string) =>
    String(rows.find((row) => row.name === name)!.id);
  const ids: DemoIds = {
    status: idIn(statuses),
    priority: idIn(priorities),
    team: idIn(people.teams),
    admin: String(admin.id),
  };
  await deps.work(admin, async (uow) => {
    for (const view of demoViews(ids)) await createView(uow, view);
    for (const macro of demoMacros(ids)) await createMacro(uow, macro);
    for (const rule of demoRules(ids)) await createRule(uow, rule);
  });
}

async function tell(desk: Desk, story: Story, index: number, begun: number, end: number): Promise<void> {
  const { deps, people } = desk;
  const strangers = customers.filter(([one]) => !stories.some((other) => other.by === one));
  const [name, domain] = customers.find(([one]) => one === story.by) ?? strangers[(index * 7) % strangers.length]!;
  const address = `${slug(name, index)}@${domain}`;
  const actor = desk.actors[index % desk.actors.length]!;
  const words = {
    order: String(48_000 + index * 17),
    amount: `${19 + ((index * 13) % 230)}.00`,
    city: cities[index % cities.length]!,
    first: name.split(' ')[0]!,
    agent: actor.first_name,
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: keyof typeof words) => words[key]);
  const subject = fill(story.subject);
  // The newest conversations are still at their beginning.
  const room = end - begun;
  let at = begun;
  let uuid: string | null = null;
  let told = 0;
  for (const beat of story.beats) {
    if (told > 0 && at > end - 10 * 60_000) break;
    desk.move(at);
    uuid = await play(desk, beat, { uuid, subject, text: fill(beat.text), name, address, actor });
    told += 1;
    if (told === 1 && index % 9 !== 0) await assignStoryTeam(desk, uuid, story, actor);
    at += Math.min(room / 4 + 60_000, (2 + ((index * 5 + told * 3) % 9)) * 3_600_000);
  }
  if (!uuid) return;
  const id = uuid;
  desk.move(Math.min(at, end));
  const isOver = await deps.work(actor, async (uow) => {
    let conversation = await lockVisible(uow, id);
    const answered = story.beats.slice(0, told).some((beat) => beat.who === 'agent');
    if (answered || index % 3 === 0)
      conversation = await assignUser(uow, conversation, index % 4 === 0 ? people.admin_id : actor.id);
    if (story.priority) conversation = await setPriority(uow, conversation, story.priority);
    if (story.tags.length > 0)
      conversation = await setTags(uow, conversation, index % 10 === 0 ? [...story.tags, 'vip'] : story.tags);
    const isOld = room > 6 * 86_400_000;
    if (isOld && told === story.beats.length && conversation.assigned_user_id !== null) {
      await setStatus(uow, conversation, { status: index % 3 === 0 ? 'Closed' : 'Resolved' });
      return true;
    } else if (index % 23 === 0) {
      await setStatus(uow, conversation, { status: 'Snoozed', snoozed_until: '2000h' });
    }
    return false;
  });
  if (isOver) await askCustomer(deps, { uuid: id, index, move: desk.move });
  // What is older than a day has been looked at.
  const admin = desk.admin;
  if (room > 86_400_000) await deps.work(admin, async (uow) => markSeen(uow, await lockVisible(uow, id)));
}

/** Somebody looks at what came in and hands it to those who know, before anybody answers. */
async function assignStoryTeam({ deps, people }: Desk, uuid: string, story: Story, actor: Actor): Promise<void> {
  const team = people.teams.find((one) => one.name === story.team);
  if (!team) return;
  await deps.work(actor, async (uow) => void (await assignTeam(uow, await lockVisible(uow, uuid), team.id)));
}

interface Scene {
  uuid: string | null;
  subject: string;
  text: string;
  name: string;
  address: string;
  actor: Actor;
}

/** Plays one beat; answers the conversation's uuid. */
async function play(desk: Desk, beat: Beat, scene: Scene): Promise<string> {
  const { deps, people } = desk;
  if (beat.who === 'customer' || scene.uuid === null) {
    const parent = scene.uuid === null ? null : await lastIncomingId(deps.db, scene.uuid);
    await storeRawMail(deps, writeMail(scene, parent, deps.clock.now()), [
      {
        inbox_id: people.inbox_id,
        source: 'smtp',
        envelope_from: scene.address,
        envelope_to: ['support@bellhop.local'],
      },
    ]);
    await processMail(deps, { inbox_id: people.inbox_id });
    return scene.uuid ?? latestConversation(deps.db);
  }
  const html = scene.text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
  const uuid = scene.uuid;
  if (beat.who === 'note') {
    await deps.work(scene.actor, async (uow) => addNote(uow, await lockVisible(uow, uuid), { html, attachments: [] }));
    return uuid;
  }
  await deps.work(scene.actor, async (uow) =>
    queueReply(uow, await lockVisible(uow, uuid), { html, to: [scene.address], cc: [], bcc: [], attachments: [] }),
  );
  // The queue's delay passes at once.
  desk.move(deps.clock.now().getTime() + 60_000);
  await sendDueMail(deps, randomUUID());
  return uuid;
}

function writeMail(scene: Scene, parent: string | null, date: Date): Buffer {
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  const lines = [
    `From: ${word(scene.name)} <${scene.address}>`,
    'To: Support <support@bellhop.local>',
    `Subject: ${word(parent ? `Re: ${scene.subject}` : scene.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${scene.address.split('@')[1]}>`,
    ...(parent ? [`In-Reply-To: <${parent}>`, `References: <${parent}>`] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(scene.text)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n'),
  ];
  return Buffer.from(lines.join('\r\n'));
}

function slug(name: string, index: number): string {
  const latin = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '');
  return latin.length > 2 ? latin : `customer.${index % 40}`;
}
