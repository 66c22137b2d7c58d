import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../../apps/server/test/api-client.ts';

export interface CollisionReport {
  /** Empty when each round gave one reply and one refusal. */
  wrong: string[];
  /** Messages that were taken, by uuid; each is to become one mail. */
  taken: string[];
}

/**
 * Lets two agents answer the same conversations at the same instant, again and again, both having seen all that is there: one of the
 * two replies is taken, the other refused with 409 and shown the first. Conversations take turns. Every second pair is sent to be
 * undone if wanted, which changes nothing.
 */
export async function collide(options: {
  /** Two agents, at two processes if there are two. */
  clients: readonly [ApiClient, ApiClient];
  conversations: readonly string[];
  rounds: number;
  /** Number of the last change. */
  lastSeq: () => Promise<number>;
}): Promise<CollisionReport> {
  const { clients, conversations, rounds } = options;
  const report: CollisionReport = { wrong: [], taken: [] };
  for (let round = 0; round < rounds; round++) {
    const uuid = conversations[round % conversations.length]!;
    const based_on_seq = await options.lastSeq();
    const answers = await Promise.all(
      clients.map((client, agent) =>
        client.call('messages.send', {
          params: { uuid },
          body: {
            message: `<p>round ${round}, agent ${agent}</p>`,
            to: ['mina@mail.example'],
            based_on_seq,
            send_id: randomUUID(),
            ...(round % 2 === 1 && { undo: true }),
          },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    const taken = answers.find(({ status }) => status === 200);
    const refused = answers.find(({ status }) => status === 409);
    if (!taken || !refused) {
      report.wrong.push(`round ${round} answered ${statuses.join(' and ')}`);
      continue;
    }
    report.taken.push(taken.data.uuid);
    const shown = refused.data as unknown as { uuid: string }[];
    if (refused.body.code !== 'message.newer_exists' || shown.length !== 1 || shown[0]?.uuid !== taken.data.uuid) {
      report.wrong.push(`round ${round} was refused with ${refused.body.code}, and not shown the other reply`);
    }
  }
  return report;
}
