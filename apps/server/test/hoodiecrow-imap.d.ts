/** The parts of hoodiecrow-imap, which has no types of its own, that the test server uses. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  export interface HoodiecrowMailbox {
    uidvalidity: number;
    uidnext: number;
    messages: { uid: number; flags: string[]; raw: string; internaldate: string | Date }[];
  }

  export interface HoodiecrowConnection {
    scheduleCommand(line: string): void;
    send(response: object): void;
    socket: { destroy(): void } | null;
  }

  export interface HoodiecrowServer {
    server: Server;
    connectionHandlers: ((connection: HoodiecrowConnection) => void)[];
    registerCapability(keyword: string): void;
    getMailbox(path: string): HoodiecrowMailbox;
    appendMessage(mailbox: string, flags: string[], date: Date, raw: string): { message: { uid: number } };
    listen(port: number, host: string): void;
  }

  export default function hoodiecrow(options: {
    plugins?: (string | ((server: HoodiecrowServer) => void))[];
    storage?: Record<string, object>;
    users?: Record<string, { password: string }>;
    secureConnection?: boolean;
    credentials?: { key: string; cert: string };
  }): HoodiecrowServer;
}
