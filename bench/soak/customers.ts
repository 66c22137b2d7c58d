import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Random } from '../random.ts';
import { type Thread, writeLetter } from './plan-threads.ts';

/** Threads that are written at the same time. */
const atOnce = 6;

/**
 * Sends every letter of every thread, as a mail server does: one after the other within a thread, each until it was answered
 * with 250. Answers how many deliveries had to be repeated. `onAccepted` is called for each 250.
 */
export async function writeLetters(
  threads: readonly Thread[],
  options: { smtp_port: number; random: Random; onAccepted: () => void },
): Promise<{ repeated: number }> {
  const waiting = [...threads];
  let repeated = 0;
  const write = async () => {
    for (let thread = waiting.shift(); thread; thread = waiting.shift()) {
      for (let index = 0; index < thread.letters.length; index++) {
        // The same bytes again, as a mail server that did not hear the 250 sends them.
        const raw = writeLetter(thread, index);
        while (!(await handOver(options.smtp_port, thread, raw))) {
          repeated += 1;
          await pause(options.random.int(30, 300));
        }
        thread.accepted = index + 1;
        options.onAccepted();
        await pause(options.random.int(0, 120));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
  return { repeated };
}

/** One connection for one mail; whether the 250 was heard. A refusal for good is a finding. */
async function handOver(port: number, thread: Thread, raw: string): Promise<boolean> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    connectionTimeout: 3_000,
    greetingTimeout: 5_000,
    socketTimeout: 40_000,
  });
  try {
    await transport.sendMail({ envelope: { from: thread.address, to: [thread.inbox_address] }, raw });
    return true;
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number };
    if (responseCode >= 500) throw error;
    return false;
  } finally {
    transport.close();
  }
}
