import type { Inbox, InboxHealth, MailboxAlert, MailProblem } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, MoonStar, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count, duration, fullDate, relativeTime } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { VerdictLabel } from '../../../ui/admin/VerdictLabel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { inboxQueries } from '../inboxes.api.ts';
import { cureText, problemText } from '../mail-problem.ts';
import { Words } from './ConnectionTest.tsx';
import { RoundTripPanel } from './RoundTripPanel.tsx';
import './inbox-admin.css';
import '../../../ui/admin/note.css';

const timePaceMs = 30_000;

interface HealthPanelProps {
  inbox: Pick<Inbox, 'id' | 'enabled' | 'config'>;
  health: InboxHealth;
}

/** How a mailbox is doing: the state in a word, what is wrong and the cure, figures, and a mail that goes round. */
export function HealthPanel({ inbox, health: loaded }: HealthPanelProps) {
  const now = useNow(timePaceMs);
  // The overview is fetched anew while it is on screen; the form below is not.
  const { data } = useQuery(inboxQueries.health());
  const health = data?.find(({ id }) => id === inbox.id)?.health ?? loaded;
  const ago = (at: string | null) => (at === null ? t('admin.inbox.never') : <Ago at={at} now={now} />);
  const waiting = (n: number, oldest: string | null) =>
    oldest === null
      ? count(n)
      : t('admin.inbox.health.oldest', { n: count(n), time: duration(now - new Date(oldest).getTime()) });
  return (
    <section className="inbox-health" aria-label={t('admin.inbox.health.title')}>
      <div className="inbox-health-head">
        <h2>{t('admin.inbox.health.title')}</h2>
        <VerdictLabel verdict={health.verdict} />
      </div>
      <Troubles health={health} now={now} />
      <dl className="inbox-facts">
        {inbox.config.imap.length > 0 && (
          <Fact name={t('admin.inbox.health.lastLook')}>{ago(health.last_success_at)}</Fact>
        )}
        <Fact name={t('admin.inbox.lastIn')}>{ago(health.last_mail_in_at)}</Fact>
        <Fact name={t('admin.inbox.lastOut')}>{ago(health.last_mail_out_at)}</Fact>
        <Fact name={t('admin.inbox.health.waitingIn')}>{waiting(health.waiting_in, health.oldest_waiting_in_at)}</Fact>
        <Fact name={t('admin.inbox.health.waitingOut')}>
          {waiting(health.waiting_out, health.oldest_waiting_out_at)}
        </Fact>
        <Fact name={t('admin.inbox.health.failures')}>{count(health.send_failures)}</Fact>
        <Fact name={t('admin.inbox.health.quarantine')}>
          {health.quarantined > 0 ? (
            <Link className="link" to="/admin/inboxes/quarantine">
              {count(health.quarantined)}
            </Link>
          ) : (
            count(0)
          )}
        </Fact>
        {health.usual_gap !== null && (
          <Fact name={t('admin.inbox.health.usualGap')}>{duration(health.usual_gap * 1000)}</Fact>
        )}
      </dl>
      {inbox.enabled && <RoundTripPanel id={inbox.id} />}
    </section>
  );
}

/** What people were told of, then what went wrong without being told. */
function Troubles({ health, now }: { health: InboxHealth; now: number }) {
  const told = health.alerts.map((alert) => <AlertNote key={alert.kind} alert={alert} now={now} />);
  const isTold = (kind: MailboxAlert['kind']) => health.alerts.some((alert) => alert.kind === kind);
  const isLate = health.verdict === 'trouble';
  return (
    <>
      {told}
      {isLate && health.problem && !isTold('receiving') && (
        <Problem title={t('admin.inbox.health.receiving')} problem={health.problem} detail={health.last_error} />
      )}
      {health.last_send_problem && !isTold('sending') && health.send_failures + health.waiting_out > 0 && (
        <Problem
          title={t('admin.inbox.health.sending')}
          problem={health.last_send_problem}
          detail={health.last_send_error}
        />
      )}
    </>
  );
}

function AlertNote({ alert: { kind, since, problem, detail }, now }: { alert: MailboxAlert; now: number }) {
  if (kind === 'silent') {
    return (
      <div className="admin-note is-warn">
        <MoonStar aria-hidden />
        <p>{t('admin.inbox.health.silent', { time: duration(now - new Date(since).getTime()) })}</p>
      </div>
    );
  }
  return (
    <Problem
      isBad
      title={t(`admin.inbox.health.${kind}`)}
      problem={problem ?? 'unknown'}
      detail={detail}
      since={since}
    />
  );
}

interface ProblemProps {
  title: string;
  problem: MailProblem;
  detail: string | null;
  since?: string;
  isBad?: boolean;
}

function Problem({ title, problem, detail, since, isBad }: ProblemProps) {
  const Icon = isBad ? CircleAlert : TriangleAlert;
  return (
    <div className={`admin-note ${isBad ? 'is-bad' : 'is-warn'}`}>
      <Icon aria-hidden />
      <div>
        <strong>
          {title}: {problemText(problem)}
        </strong>{' '}
        {since && <time dateTime={since}>{fullDate(since)}</time>}
        <p>{cureText(problem)}</p>
        {detail && <Words text={detail} />}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Ago({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={fullDate(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
