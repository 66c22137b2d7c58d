import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { ChevronDown, Plus } from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Chip } from '../../../ui/Badge.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useTeam } from '../../teams/index.ts';
import { useAgents } from '../../users/index.ts';
import { usePermissions } from '../actions/permissions.ts';
import { AgentPicker, PriorityPicker, StatusPicker, TagPicker, TeamPicker } from '../actions/pickers.tsx';
import { useSetStatusByName } from '../actions/use-resolve.ts';
import { useConversationChanges } from '../conversation-changes.ts';
import { dayAndTime } from '../thread/message-time.ts';
import { useAfterClose } from '../thread/use-after-close.ts';

/** Seldom used: it comes when it is asked for. */
const SlaPicker = lazy(() => import('../actions/SlaPicker.tsx'));

interface ConversationFactsProps {
  conversation: Conversation;
  onSnooze: () => void;
}

/** Status, priority, agent, team and tags; each can be changed by those who may. */
export function ConversationFacts({ conversation, onSnooze }: ConversationFactsProps) {
  const may = usePermissions();
  const setStatus = useSetStatusByName(conversation);
  const afterStatus = useAfterClose();
  const { setTags } = useConversationChanges(conversation.uuid);
  const agent = useAgents()(conversation.assigned_user_id);
  const team = useTeam(conversation.assigned_team_id);
  const { tags } = conversation;
  const agentName = agent ? fullName(agent) : t('details.no_agent');
  return (
    <dl className="facts">
      <Fact
        label={t('globals.terms.status')}
        value={<StatusValue conversation={conversation} />}
        text={conversation.status}
        isFixed={!may.status}
      >
        {(trigger) => (
          <StatusPicker
            conversation={conversation}
            trigger={trigger}
            onPick={setStatus}
            onSnooze={() => afterStatus.afterwards(onSnooze)}
            onCloseAutoFocus={afterStatus.onCloseAutoFocus}
          />
        )}
      </Fact>
      <Fact
        label={t('globals.terms.priority')}
        value={conversation.priority ?? <span className="muted">{t('details.no_priority')}</span>}
        text={conversation.priority ?? t('details.no_priority')}
        isFixed={!may.priority}
      >
        {(trigger) => <PriorityPicker conversation={conversation} trigger={trigger} />}
      </Fact>
      <Fact
        label={t('globals.terms.agent')}
        value={
          agent ? (
            <>
              <Avatar {...agent} size={20} isUs />
              <span className="cut">{agentName}</span>
            </>
          ) : (
            <span className="muted">{agentName}</span>
          )
        }
        text={agentName}
        isFixed={!may.agent}
      >
        {(trigger) => <AgentPicker conversation={conversation} trigger={trigger} />}
      </Fact>
      <Fact
        label={t('globals.terms.team')}
        value={
          team ? (
            <>
              {team.emoji && <span aria-hidden="true">{team.emoji}</span>}
              <span className="cut">{team.name}</span>
            </>
          ) : (
            <span className="muted">{t('details.no_team')}</span>
          )
        }
        text={team?.name ?? t('details.no_team')}
        isFixed={!may.team}
      >
        {(trigger) => <TeamPicker conversation={conversation} trigger={trigger} />}
      </Fact>
      <SlaFact conversation={conversation} isFixed={!Object.values(may).some(Boolean)} />
      <dt>{t('details.tags')}</dt>
      <dd className="tags">
        {tags.map((tag) =>
          may.tags ? (
            <Chip key={tag} onRemove={() => setTags(tags.filter((one) => one !== tag))}>
              {tag}
            </Chip>
          ) : (
            <Chip key={tag}>{tag}</Chip>
          ),
        )}
        {may.tags && (
          <TagPicker
            conversation={conversation}
            align="end"
            trigger={
              <button
                type="button"
                className="tag-add"
                aria-label={t('globals.messages.add', { name: t('globals.terms.tag') })}
              >
                <Plus className="ico-12" aria-hidden />
                {tags.length === 0 && t('globals.messages.add', { name: t('globals.terms.tag') })}
              </button>
            }
          />
        )}
        {!may.tags && tags.length === 0 && <span className="muted">{t('details.no_tags')}</span>}
      </dd>
    </dl>
  );
}

/** The policy that promises the deadlines; whoever may change anything of the conversation may choose another. */
function SlaFact({ conversation, isFixed }: { conversation: Conversation; isFixed: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const name = conversation.sla_policy_name;
  const text = name ?? t('details.no_sla');
  const label = t('globals.terms.slaPolicy', {}, 1);
  const value = <span className={name ? 'cut' : 'muted'}>{text}</span>;
  return (
    <Fact label={t('globals.terms.sla')} value={value} text={text} isFixed={isFixed}>
      {() => {
        const button = (
          <FactButton label={`${label}: ${text}`} onClick={() => setAsked(true)}>
            {value}
          </FactButton>
        );
        return isAsked ? (
          <Suspense fallback={button}>
            <SlaPicker conversation={conversation} trigger={button} />
          </Suspense>
        ) : (
          button
        );
      }}
    </Fact>
  );
}

interface FactProps {
  label: string;
  value: ReactNode;
  /** The value in words, for the button's name. */
  text: string;
  /** Shown, but not to be changed. */
  isFixed: boolean;
  children: (trigger: ReactNode) => ReactNode;
}

function Fact({ label, value, text, isFixed, children }: FactProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isFixed ? (
          <span className="fact">{value}</span>
        ) : (
          children(<FactButton label={`${label}: ${text}`}>{value}</FactButton>)
        )}
      </dd>
    </>
  );
}

function FactButton({ label, children, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button {...rest} type="button" className="fact" aria-label={label}>
      {children}
      <ChevronDown className="ico-12" aria-hidden />
    </button>
  );
}

function StatusValue({ conversation: { status, snoozed_until } }: { conversation: Conversation }) {
  const now = useNow(30_000);
  if (status !== defaultStatusNames.snoozed || !snoozed_until) return <span className="cut">{status}</span>;
  return (
    <span className="fact-wrap">
      {t('details.snoozed_until', { status, time: dayAndTime(new Date(snoozed_until), now) })}
    </span>
  );
}
