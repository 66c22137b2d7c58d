import type { Deps } from '../core/deps.ts';
import type { Bus } from '../db/bus.ts';
import { startLocalSmtp, startReceivers } from '../features/inboxes/index.ts';

/** The role mail: mailboxes are read and the local SMTP listener takes mail in. */
export interface MailRole {
  smtpPort: number | null;
  stop(): Promise<void>;
}

/** What a mail in DATA has to get through when the process stops. */
const dataLimitMs = 20_000;

export async function startMailRole(options: {
  deps: Deps;
  bus: Bus;
  processId: string;
  aloneOnDatabase: boolean;
}): Promise<MailRole> {
  const { deps, bus, processId, aloneOnDatabase } = options;
  const smtp = await startLocalSmtp(deps);
  const receivers = await startReceivers(deps, { bus, processId, aloneOnDatabase });
  return {
    smtpPort: smtp?.port ?? null,
    async stop() {
      await Promise.all([smtp?.close(dataLimitMs), receivers.stop()]);
    },
  };
}
