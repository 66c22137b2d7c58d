import { type SmtpSink, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import type { Random } from '../random.ts';

/** Mails that came in completely at the far server, by Message-ID: the times of their last byte. */
export interface FarServer {
  sink: SmtpSink;
  arrivals: Map<string, number[]>;
  /** What arrived without a Message-ID. */
  nameless: number;
}

/** A mail server somewhere else, which takes its time before it says 250, so that a crash may fall in between. */
export async function startFarServer(random: Random): Promise<FarServer> {
  const arrivals = new Map<string, number[]>();
  const far = { arrivals, nameless: 0 };
  const sink = await startSmtpSink({
    behaviour: {
      async onData(mail) {
        const id = messageIdOf(mail.raw);
        if (id === undefined) far.nameless += 1;
        else arrivals.set(id, [...(arrivals.get(id) ?? []), Date.now()]);
        await new Promise((resolve) => setTimeout(resolve, random.int(0, 250)));
        return undefined;
      },
    },
  });
  return Object.assign(far, { sink });
}

/** Without brackets; undefined when the mail has none. */
export function messageIdOf(raw: Buffer): string | undefined {
  const head = raw.toString('latin1').split('\r\n\r\n', 1)[0]!;
  return /^message-id:\s*<([^>]+)>/im.exec(head)?.[1];
}
