import type { Conversation } from '@bellhop/contract';
import { ArrowLeft, ChevronDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { useAgents } from '../../users/index.ts';
import { useListParams } from '../list/use-list-params.ts';
import { listPath } from '../paths.ts';

/** Menus of the bar that keys open. */
export type OpenMenu = 'agent' | 'team' | 'priority' | 'tags' | 'snooze' | 'status';

/** Where list and conversation are two steps: the way back. */
export function BackButton() {
  const navigate = useNavigate();
  const { params, search } = useListParams();
  const isStep = useMedia(screens.oneColumn);
  if (!isStep) return null;
  return (
    <IconButton
      label={t('list.back')}
      keys="u"
      icon={<ArrowLeft className="flips" aria-hidden />}
      onClick={() => void navigate(listPath(params.scope, search))}
    />
  );
}

type AssigneeProps = { conversation: Conversation } & ComponentProps<'button'>;

/** Who has the conversation; opens the choice of agents. */
export function AssigneeButton({ conversation, ...rest }: AssigneeProps) {
  const { assignee, name } = useAssignee(conversation);
  return (
    <Tooltip label={t('details.assign_agent')} keys="a">
      <Button {...rest} tone="quiet" size="s" className="assignee" aria-label={t('details.assigned_to', { name })}>
        {assignee ? <Avatar {...assignee} size={20} isUs /> : <UserRound aria-hidden />}
        <span className="cut" dir="auto">
          {name}
        </span>
        <ChevronDown className="ico-end" aria-hidden />
      </Button>
    </Tooltip>
  );
}

/** The same to those who may not change it. */
export function AssigneeName({ conversation }: { conversation: Conversation }) {
  const { assignee, name } = useAssignee(conversation);
  return (
    <span className="assignee-name">
      {assignee && <Avatar {...assignee} size={20} isUs />}
      <span className="cut" dir="auto">
        {name}
      </span>
    </span>
  );
}

/** Where a menu opens that only keys and other menus open. */
export function HiddenAnchor(props: ComponentProps<'button'>) {
  return <button {...props} type="button" className="anchor" tabIndex={-1} aria-hidden="true" />;
}

function useAssignee({ assigned_user_id }: Conversation) {
  const me = useCurrentAgent();
  const assignee = useAgents()(assigned_user_id);
  if (assigned_user_id === null) return { assignee: undefined, name: t('details.no_agent') };
  if (assigned_user_id === me.id) return { assignee: assignee ?? me, name: t('shell.you') };
  return { assignee, name: assignee ? fullName(assignee) : t('globals.terms.agent') };
}
