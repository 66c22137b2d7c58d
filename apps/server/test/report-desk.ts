import type { Harness } from './harness.ts';

const minute = 60_000;

/** The same numbers in every run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Something that a naive report counts: `ids` are those of the groups it belongs to, 0 for none. */
export interface Thing {
  metric: string;
  conversation_id: number;
  at: number;
  value: number | null;
  agent: number;
  team: number;
  inbox: number;
  priority: number;
  contact: number;
  tags: number[];
}

export interface SeededDesk {
  agents: number[];
  teams: number[];
  tags: number[];
  things: Thing[];
}

/**
 * Conversations of some weeks with everything that reports count, written row by row, and beside it the same as a plain list that nobody has
 * counted yet. `span` is where they begin.
 */
export async function seedDesk(
  desk: Harness,
  of: { seed: number; conversations: number; span: { from: number; days: number } },
): Promise<SeededDesk> {
  const roll = dice(of.seed);
  const { pool } = desk;
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query(text, values)).rows[0].id);
  const agents = [
    await desk.addAgent({ email: `asha${of.seed}@desk.test`, first_name: 'Asha' }),
    await desk.addAgent({ email: `ben${of.seed}@desk.test`, first_name: 'Ben' }),
    await desk.addAgent({ email: `kim${of.seed}@desk.test`, first_name: '=Kim' }),
  ];
  const teams = [await desk.addTeam(`Billing ${of.seed}`), await desk.addTeam(`Sales ${of.seed}`)];
  const tags = [
    await one('insert into tags (name) values ($1) returning id', [`everywhere ${of.seed}`]),
    await one('insert into tags (name) values ($1) returning id', [`refund ${of.seed}`]),
  ];
  const contacts = [];
  for (const name of ['Mina', 'Omar', 'Zoë']) {
    contacts.push(
      await one(`insert into users (type, email, first_name) values ('contact', $1, $2) returning id`, [
        `${name}${of.seed}@mail.example`,
        name,
      ]),
    );
  }
  const inboxes = [
    1,
    await one(`insert into inboxes (name, "from", address) values ('Second', 'b', $1) returning id`, [
      `second${of.seed}@desk.test`,
    ]),
  ];
  const system = await one(`select id from users where email = 'System'`);
  const status = async (name: string) => one('select id from conversation_statuses where name = $1', [name]);
  const [open, resolved] = [await status('Open'), await status('Resolved')];
  const things: Thing[] = [];

  for (let index = 0; index < of.conversations; index++) {
    const created = of.span.from + roll(of.span.days * 1440) * minute + roll(60_000);
    const now = {
      agent: [...agents, 0][roll(4)]!,
      team: [...teams, 0][roll(3)]!,
      inbox: inboxes[roll(2)]!,
      priority: roll(4),
      contact: contacts[roll(3)]!,
      tags: roll(3) === 0 ? [...tags] : [tags[0]!],
    };
    if (roll(9) === 0) now.tags = [];
    const then = { ...now, agent: [...agents, 0][roll(4)]!, team: [...teams, 0][roll(3)]! };
    const replies = Array.from({ length: roll(4) }, () => ({
      at: created + (1 + roll(4000)) * minute,
      by: agents[roll(3)]!,
    }))
      .sort((a, b) => a.at - b.at)
      .filter((reply, place, all) => reply.at !== all[place - 1]?.at);
    const firstReply = replies[0] ? replies[0].at + 7_000 : null;
    // Resolved, perhaps opened again, perhaps resolved once more.
    const turns = Array.from({ length: roll(4) }, () => created + (1 + roll(20_000)) * minute + 13_000)
      .sort((a, b) => a - b)
      .filter((at, place, all) => at !== all[place - 1])
      .map((at, place) => ({ at, is_resolved: place % 2 === 0 }));
    const last = turns.at(-1);
    const resolvedAt = last?.is_resolved ? last.at : null;
    const id = await one(
      `insert into conversations (contact_id, inbox_id, status_id, subject, created_at, last_message_at, assigned_team_id, assigned_user_id,
         priority_id, first_reply_at, resolved_at, first_resolved_at)
       values ($1, $2, $3, 'Lamp', $4, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        now.contact,
        now.inbox,
        resolvedAt ? resolved : open,
        new Date(created),
        now.team || null,
        now.agent || null,
        now.priority || null,
        firstReply && new Date(firstReply),
        resolvedAt && new Date(resolvedAt),
        turns[0] ? new Date(turns[0].at) : null,
      ],
    );
    for (const tag of now.tags) await pool.query('insert into conversation_tags values ($1, $2)', [id, tag]);
    const note = (metric: string, at: number, whose: Partial<Thing> = {}, value: number | null = null) =>
      things.push({ ...now, metric, conversation_id: id, at, value, ...whose });
    const seconds = (at: number) => Math.floor((at - created) / 1000);
    const whose = { agent: then.agent, team: then.team };

    note('new', created);
    const message = (type: string, at: number, sender: number, meta: object = {}, isPrivate = false) =>
      pool.query(
        `insert into messages (conversation_id, inbox_id, created_at, type, status, private, sender_id, sender_type, content, text_content, meta)
         values ($1, $2, $3, $4, 'sent', $5, $6, $7, 'x', 'x', $8)`,
        [
          id,
          now.inbox,
          new Date(at),
          type,
          isPrivate,
          sender,
          type === 'incoming' ? 'contact' : 'agent',
          JSON.stringify(meta),
        ],
      );
    for (const at of [created, ...Array.from({ length: roll(3) }, () => created + roll(6000) * minute)]) {
      await message('incoming', at, now.contact);
      note('messages_in', at);
    }
    for (const { at, by } of replies) {
      await message('outgoing', at, by);
      note('messages_out', at, { agent: by });
    }
    // What is not counted.
    await message('outgoing', created + minute, agents[0]!, {}, true);
    await message('outgoing', created + minute, system);
    await message('outgoing', created + minute, agents[0]!, { is_automated: true });
    await message('activity', created + minute, agents[0]!, {}, true);
    if (firstReply) note('first_response_time', firstReply, { agent: replies[0]!.by }, seconds(firstReply));
    for (const turn of turns) {
      await pool.query(
        'insert into conversation_turns (conversation_id, at, is_resolved, assigned_user_id, assigned_team_id) values ($1, $2, $3, $4, $5)',
        [id, new Date(turn.at), turn.is_resolved, then.agent || null, then.team || null],
      );
      note(turn.is_resolved ? 'resolutions' : 'reopened', turn.at, whose);
    }
    if (resolvedAt) {
      note('resolution_time', resolvedAt, whose, seconds(resolvedAt));
      const answered = replies.filter(({ at }) => at <= resolvedAt).length;
      if (answered === 1 && turns.length === 1) note('first_contact_resolved', resolvedAt, whose);
    }
    if (roll(3) > 0) {
      const verdicts = [roll(3), roll(3)];
      const at = new Date(created + 2 * minute);
      const time = (wanted: number, verdict: number) => (wanted === verdict ? at : null);
      await pool.query(
        `insert into applied_slas (created_at, updated_at, conversation_id, status, terms, starts_at, time_zone,
           first_response_met_at, first_response_breached_at, resolution_met_at, resolution_breached_at)
         values ($1, $1, $2, 'met', '{}', $1, 'UTC', $3, $4, $5, $6)`,
        [at, id, time(1, verdicts[0]!), time(2, verdicts[0]!), time(1, verdicts[1]!), time(2, verdicts[1]!)],
      );
      for (const [place, name] of ['first_response', 'resolution'].entries()) {
        const verdict = ['', 'met', 'breached'][verdicts[place]!];
        if (verdict) note(`${name}_${verdict}`, at.getTime());
      }
    }
    if (resolvedAt && roll(2) === 0) {
      const sent = resolvedAt + 5 * minute;
      const answered = roll(2) === 0 ? sent + roll(9000) * minute : null;
      const rating = answered ? 1 + roll(5) : 0;
      await pool.query(
        `insert into csat_responses (conversation_id, created_at, updated_at, state, due_at, on_resolve, sent_at, assigned_user_id,
           assigned_team_id, inbox_id, rating, answered_at, answers)
         values ($1, $2, $2, 'sent', $2, true, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          new Date(sent),
          then.agent || null,
          then.team || null,
          now.inbox,
          rating,
          answered && new Date(answered),
          answered ? 1 : 0,
        ],
      );
      note('csat_sent', sent, whose);
      if (answered) note('csat_answered', answered, whose, rating);
    }
  }
  return { agents, teams, tags, things };
}
