import type { PresenceMessage } from '@bellhop/contract';

/** The live connection stands: what the agent does is said on it, and asked of others. */
export function speakPresence(say: (message: PresenceMessage) => boolean): void {
  withPresence((voice) => {
    voice.givePresenceVoice(say);
    voice.renewPresence();
  });
}

/** Does something with what speaks of presence, as soon as it has come; a failure is only logged. */
export function withPresence(use: (voice: typeof import('./presence-voice.ts')) => void): void {
  import('./presence-voice.ts').then(use).catch((error: unknown) => console.info(error));
}
