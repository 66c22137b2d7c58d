import { mentionMark } from '@bellhop/rules/mention';
import type { Editor } from '@tiptap/react';
import { Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { namedLike } from '../../../../../lib/name-match.ts';
import { useCurrentAgent } from '../../../../../lib/session.ts';
import { useTeamOptions } from '../../../../teams/index.ts';
import { useAgentOptions } from '../../../../users/index.ts';
import { type SuggestKeys, SuggestList, type SuggestOption } from './SuggestList.tsx';
import { useTrigger } from './use-trigger.ts';

const mostShown = 8;
/** `@` at a word's start. Names have blanks, but a query does not begin with one. */
const pattern = /(?:^|[\s(])(@((?:[^\s@][^@]{0,39})?))$/u;

interface Person extends SuggestOption {
  mark: string;
}

/** Agents and teams by name at the caret of a note; whoever is chosen is told of the note once that is stored. */
export function MentionSuggest({ editor, keys }: { editor: Editor; keys: SuggestKeys }) {
  const people = usePeople();
  const [trigger, dismiss] = useTrigger(editor, pattern);
  const options = useMemo(
    () => (trigger ? namedLike(people, trigger.query).slice(0, mostShown) : []),
    [people, trigger],
  );
  if (!trigger || options.length === 0) return null;
  return (
    <SuggestList
      editor={editor}
      trigger={trigger}
      options={options}
      label={t('mention.title')}
      keys={keys}
      onChoose={({ mark, name }) =>
        editor
          .chain()
          .focus()
          .insertContentAt(trigger, [
            { type: 'mention', attrs: { mark, text: `@${name}` } },
            { type: 'text', text: ' ' },
          ])
          .run()
      }
      onDismiss={dismiss}
    />
  );
}

/** Enabled agents but oneself, then teams. */
function usePeople(): readonly Person[] {
  const agents = useAgentOptions(null);
  const teams = useTeamOptions();
  const me = useCurrentAgent();
  return useMemo(() => {
    const person = (type: 'agent' | 'team', id: string, name: string, icon: ReactNode, hint: string | undefined) => ({
      id: `${type}-${id}`,
      mark: mentionMark({ type, id: Number(id) }),
      name,
      icon,
      ...(hint ? { hint } : {}),
    });
    return [
      ...agents
        .filter(({ value }) => value !== String(me.id))
        .map(({ value, label, lead, hint }) => person('agent', value, label, lead, hint)),
      ...teams.map(({ value, label, lead }) =>
        person('team', value, label, lead || <Users aria-hidden />, t('mention.hint_team')),
      ),
    ];
  }, [agents, teams, me.id]);
}
