import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../../apps/server/test/api-client.ts';
import type { Random } from '../random.ts';
import type { DeskProcess } from './desk-process.ts';
import type { Thread } from './plan-threads.ts';

/** Agents that answer at the same time. */
const atOnce = 4;
/** A letter that was taken becomes a message within this time, however often everything is killed meanwhile. */
const patienceMs = 180_000;

/** A reply that the product took, as far as the agent knows. */
export interface Reply {
  /** Occurs in this reply alone. */
  mark: string;
  thread: Thread;
  message_id: string;
}

/**
 * Answers letters that have come in, `count` times, spread over the progress (0 to 1) of the mails. A reply whose answer got lost is
 * looked for in the conversation and posted again only when it is not there. Answers the replies and how many answers got lost.
 */
export async function answerLetters(
  threads: readonly Thread[],
  options: {
    desk: DeskProcess;
    client: ApiClient;
    random: Random;
    count: number;
    seed: number;
    progress: () => number;
  },
): Promise<{ replies: Reply[]; lost_answers: number }> {
  const { desk, client, random, count } = options;
  const replies: Reply[] = [];
  let lostAnswers = 0;
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      while (options.progress() < index / count) await pause(20);
      const mark = `soak-reply-${options.seed}-${index}`;
      const thread = await pickThread(threads, random);
      const uuid = await conversationOf(desk, thread);
      const send = () =>
        client.call('messages.send', {
          params: { uuid },
          body: { message: `<p>Thank you, ${mark} is our answer.</p>`, to: [thread.address] },
        });
      for (;;) {
        const answer = await send().catch(() => null);
        if (answer?.status === 200) break;
        if (answer !== null && answer.status < 500) {
          throw new Error(`a reply was answered ${answer.status}: ${answer.body.message}`);
        }
        lostAnswers += 1;
        await desk.healthy().catch(() => pause(100));
        if ((await messageIds(desk, mark)).length > 0) break;
        await pause(50);
      }
      const [message_id] = await messageIds(desk, mark);
      // Every reply that was taken is expected; whether it is there is found out at the end.
      replies.push({ mark, thread, message_id: message_id ?? '' });
      if (message_id !== undefined) thread.replies.push(message_id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { replies, lost_answers: lostAnswers };
}

async function pickThread(threads: readonly Thread[], random: Random): Promise<Thread> {
  for (;;) {
    const begun = threads.filter((thread) => thread.accepted > 0);
    // Threads that go on are answered rather: their next letter answers the reply.
    const open = begun.filter((thread) => thread.accepted < thread.letters.length);
    if (begun.length > 0) return random.pick(open.length > 0 && random.next() < 0.7 ? open : begun);
    await pause(20);
  }
}

async function conversationOf(desk: DeskProcess, thread: Thread): Promise<string> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(100)) {
    const [row] = await desk.rows<{ uuid: string }>(
      'select c.uuid from messages m join conversations c on c.id = m.conversation_id where m.source_id = $1',
      [thread.letters[0]!.message_id],
    );
    if (row) return row.uuid;
  }
  throw new Error(`mail ${thread.letters[0]!.message_id} was answered with 250 and is no message yet`);
}

/** Message-IDs of the replies with this mark; more than one is a reply that was stored twice. */
async function messageIds(desk: DeskProcess, mark: string): Promise<string[]> {
  const rows = await desk.rows<{ source_id: string }>(
    "select source_id from messages where type = 'outgoing' and text_content like $1",
    [`%${mark} %`],
  );
  return rows.map((row) => row.source_id);
}
