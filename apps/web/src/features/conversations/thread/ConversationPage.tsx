import type { Conversation } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import {
  Activity,
  type ComponentProps,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { afterPaint } from '../../../lib/after-paint.ts';
import { toApiError } from '../../../lib/api.ts';
import { useKeptHotkeys } from '../../../lib/hotkeys.ts';
import { t } from '../../../lib/i18n.ts';
import { useRemembered } from '../../../lib/remembered.ts';
import { useCan } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { EmptyState, ErrorPanel } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { forgetConversation } from '../conversations.cache.ts';
import { useListParams } from '../list/use-list-params.ts';
import { listPath } from '../paths.ts';
import { DetailsOverlay, DetailsPanel } from '../sidebar/DetailsPanel.tsx';
import { usePanelWidth } from '../sidebar/panel-width.ts';
import { BackButton, type OpenMenu } from './bar-parts.tsx';
import { ConversationBar } from './ConversationBar.tsx';
import { Composer } from './composer/Composer.tsx';
import { DropArea } from './composer/DropArea.tsx';
import { Letterhead } from './Letterhead.tsx';
import { cleanAhead } from './letter/index.ts';
import { Thread } from './Thread.tsx';
import { LetterheadSkeleton, PanelSkeleton, ThreadSkeleton } from './ThreadSkeleton.tsx';
import { useAfterClose } from './use-after-close.ts';
import './thread.css';

/** Narrower than this the details lie over the page instead of beside the thread. */
const panelBeside = '(min-width: 1280px)';

/** The open conversation. It fetches everything at once: conversation, thread and participants. */
export function Component() {
  const { uuid = '' } = useParams();
  const { data, error, refetch } = useQuery(conversationQueries.detail(uuid));
  const client = useQueryClient();
  useEffect(() => cleanAhead(client), [client]);
  const isTakenAway = useLeaveWhenTakenAway(uuid, data !== undefined && error !== null && isOutOfSight(error));
  if (isTakenAway) return <Opening />;
  if (data) return <Opened conversation={data} />;
  if (!error) return <Opening />;
  const failure = toApiError(error);
  return (
    <Talk>
      <div className="bar">
        <BackButton />
      </div>
      {failure.status_code === 404 ? (
        <NotFound />
      ) : (
        <ErrorPanel title={t('thread.could_not_open')} message={failure.message} onRetry={() => void refetch()} />
      )}
    </Talk>
  );
}

/** Says that the conversation may not be seen any more, and leads back to the list. */
function useLeaveWhenTakenAway(uuid: string, isGone: boolean): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { params, search } = useListParams();
  const back = listPath(params.scope, search);
  useEffect(() => {
    if (!isGone) return;
    toast.plain(t('thread.taken_away'), { id: `taken-away-${uuid}` });
    void navigate(back, { replace: true });
    forgetConversation(client, uuid);
  }, [client, navigate, uuid, isGone, back]);
  return isGone;
}

/** Refused, or not found: what may not be seen is not told apart from what is not there (settled question 3). */
function isOutOfSight(error: unknown): boolean {
  return [403, 404].includes(toApiError(error).status_code);
}

/** The thread at once, for it is what was asked for; the details beside it follow in the next frame. */
function Opened({ conversation }: { conversation: Conversation }) {
  const isBeside = useMedia(panelBeside);
  const [isPanelWanted, setPanelWanted] = useRemembered('bellhop.details', true);
  const { style, setWidth } = usePanelWidth();
  const [menu, setMenu] = useForOne<OpenMenu>(conversation.uuid);
  const hasPanel = isBeside && isPanelWanted;
  const shown = useLeaving(conversation);
  const closePanel = useCallback(() => setPanelWanted(false), [setPanelWanted]);
  const snooze = useCallback(() => setMenu('snooze'), [setMenu]);
  return (
    <div className="conv" data-panel={hasPanel} style={style}>
      {shown.map((each) => (
        <Activity key={each.uuid} mode={each.uuid === conversation.uuid ? 'visible' : 'hidden'}>
          <Talking
            conversation={each}
            menu={each.uuid === conversation.uuid ? menu : undefined}
            onMenu={setMenu}
            isBeside={isBeside}
            hasPanel={hasPanel}
            onPanel={() => setPanelWanted(true)}
          />
        </Activity>
      ))}
      {hasPanel && (
        <DetailsBeside conversation={conversation} onClose={closePanel} onSnooze={snooze} onResize={setWidth} />
      )}
    </div>
  );
}

/** The conversation and, until it has been drawn, the one before. */
function useLeaving(conversation: Conversation): Conversation[] {
  const [before, setBefore] = useState(conversation);
  const isOther = before.uuid !== conversation.uuid;
  useEffect(() => (isOther ? afterPaint(() => setBefore(conversation)) : undefined), [isOther, conversation]);
  return isOther ? [conversation, before] : [conversation];
}

/**
 * Until they have been drawn, the details of the conversation before stand there, as they were. They begin when the thread is on
 * screen: between the key and its paint they would only hold it up.
 */
function DetailsBeside({ conversation, ...rest }: ComponentProps<typeof DetailsPanel>) {
  const { uuid } = conversation;
  const [drawn, setDrawn] = useState<string>();
  const latest = useRef<Conversation>(undefined);
  useEffect(
    () => (drawn === uuid ? undefined : afterPaint(() => startTransition(() => setDrawn(uuid)))),
    [drawn, uuid],
  );
  if (drawn === uuid) latest.current = conversation;
  const shown = latest.current;
  if (!shown) return <PanelSkeleton />;
  return <DetailsPanel key={shown.uuid} conversation={shown} {...rest} />;
}

/** Something that is set for one conversation, and gone with it. */
function useForOne<T>(uuid: string): [T | undefined, (value: T | undefined) => void] {
  const [held, setHeld] = useState<{ uuid: string; value: T | undefined }>();
  const latest = useRef(uuid);
  latest.current = uuid;
  const set = useCallback((value: T | undefined) => setHeld({ uuid: latest.current, value }), []);
  return [held?.uuid === uuid ? held.value : undefined, set];
}

interface TalkingProps {
  conversation: Conversation;
  menu: OpenMenu | undefined;
  onMenu: (menu: OpenMenu | undefined) => void;
  isBeside: boolean;
  hasPanel: boolean;
  onPanel: () => void;
}

function Talking({ conversation, menu, onMenu, isBeside, hasPanel, onPanel }: TalkingProps) {
  const mayRead = useCan('messages:read');
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const afterOverlay = useAfterClose();
  const closeAndSnooze = () => {
    afterOverlay.afterwards(() => onMenu('snooze'));
    setOverlayOpen(false);
  };
  return (
    <>
      <DropArea uuid={conversation.uuid}>
        <ConversationBar
          conversation={conversation}
          open={menu}
          onOpen={onMenu}
          hasPanel={hasPanel}
          onTogglePanel={() => (isBeside ? onPanel() : setOverlayOpen(true))}
        />
        <Letterhead conversation={conversation} />
        {mayRead ? <Thread conversation={conversation} /> : <p className="thread-none">{t('thread.not_allowed')}</p>}
        <Composer conversation={conversation} />
      </DropArea>
      {!isBeside && (
        <DetailsOverlay
          conversation={conversation}
          isOpen={isOverlayOpen}
          onClose={() => setOverlayOpen(false)}
          onSnooze={closeAndSnooze}
          onCloseAutoFocus={afterOverlay.onCloseAutoFocus}
        />
      )}
    </>
  );
}

function Opening() {
  // A reply may be wanted before there is anything to reply to.
  useKeptHotkeys(true);
  const isBeside = useMedia(panelBeside);
  const [isPanelWanted] = useRemembered('bellhop.details', true);
  const { style } = usePanelWidth();
  const hasPanel = isBeside && isPanelWanted;
  return (
    <div className="conv" data-panel={hasPanel} style={style}>
      <Talk>
        <div className="bar">
          <BackButton />
        </div>
        <LetterheadSkeleton />
        <ThreadSkeleton />
      </Talk>
      {hasPanel && <PanelSkeleton />}
    </div>
  );
}

function NotFound() {
  const { params, search } = useListParams();
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('thread.not_found.title')}
      text={t('thread.not_found.text')}
      action={
        <Link className={buttonClass()} to={listPath(params.scope, search)}>
          {t('list.back')}
        </Link>
      }
    />
  );
}

function Talk({ children }: { children: ReactNode }) {
  return (
    <section className="talk" aria-label={t('thread.label')}>
      <h1 className="vh">{t('thread.label')}</h1>
      {children}
    </section>
  );
}
