import type { PresenceState } from '@bellhop/contract';
import { useEffect, useRef } from 'react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { announce } from '../../../ui/announce.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useAgents } from '../../users/index.ts';
import { usePresent } from '../presence.ts';
import { askPresence, enterConversation } from '../presence-voice.ts';
import './presence.css';

const shown = 3;
/** The same is not read out again so soon. */
const quietMs = 60_000;
const strongestFirst: readonly PresenceState[] = ['replying', 'noting', 'viewing', 'idle'];

/** Who else has the conversation open, and what they do there, in words for the one who is writing. */
export default function PresenceLine({ uuid }: { uuid: string }) {
  const others = useOthers(uuid);
  useEffect(() => {
    askPresence([uuid]);
    return enterConversation(uuid);
  }, [uuid]);
  const first = others[0];
  const isWriting = first?.state === 'replying' || first?.state === 'noting';
  const words = first && wordsOf(first);
  useSaid(isWriting ? words : undefined);
  if (!first) return null;
  return (
    <div className="present">
      <ul className="present-faces" aria-label={t('presence.here')}>
        {others.slice(0, shown).map((agent) => (
          <li key={agent.id} className={classNames('present-face', `is-${agent.state}`)} title={wordsOf(agent)}>
            <Avatar {...agent} size={20} isUs />
            <span className="vh">{wordsOf(agent)}</span>
          </li>
        ))}
      </ul>
      {others.length > shown && <span className="present-more">+{others.length - shown}</span>}
      {isWriting && (
        <span className="present-words cut" dir="auto" aria-hidden="true">
          {words}
        </span>
      )}
    </div>
  );
}

interface Other {
  id: number;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  state: PresenceState;
}

/** The others in a conversation, whoever is writing first. */
export function useOthers(uuid: string): Other[] {
  const me = useCurrentAgent();
  const findAgent = useAgents();
  return usePresent(uuid)
    .flatMap(({ id, state }) => {
      const agent = id === me.id ? undefined : findAgent(id);
      return agent ? [{ ...agent, state }] : [];
    })
    .sort((a, b) => strongestFirst.indexOf(a.state) - strongestFirst.indexOf(b.state) || a.id - b.id);
}

function wordsOf(agent: Other): string {
  const name = fullName(agent);
  switch (agent.state) {
    case 'replying':
      return t('presence.replying', { name });
    case 'noting':
      return t('presence.noting', { name });
    case 'viewing':
      return t('presence.viewing', { name });
    case 'idle':
      return t('presence.idle', { name });
  }
}

/** Reads out that somebody begins to write, once. */
function useSaid(words: string | undefined): void {
  const last = useRef<{ words: string; at: number }>(undefined);
  useEffect(() => {
    if (!words) return;
    const { current } = last;
    if (current?.words === words && Date.now() - current.at < quietMs) return;
    last.current = { words, at: Date.now() };
    announce(words);
  }, [words]);
}
