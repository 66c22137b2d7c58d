import type { SystemFacts } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { count, duration, fileSize, fullDate, relativeTime } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { VerdictLabel } from '../../../ui/admin/VerdictLabel.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { systemQueries } from '../system.api.ts';
import { Figures, Table } from './tables.tsx';
import './system.css';

/** The system at a glance: processes, queues, mail, mailboxes, storage, database, slowest calls. It follows by itself. */
export function Component() {
  const { data, error, refetch } = useQuery(systemQueries.facts());
  return (
    <AdminPage title={t('admin.system.title')} isWide>
      {data ? (
        <div className="system">
          <Processes facts={data} />
          <Jobs facts={data} />
          <Mail facts={data} />
          <Mailboxes facts={data} />
          <Storage facts={data} />
          <Database facts={data} />
          {data.slow_routes.length > 0 && <SlowRoutes facts={data} />}
        </div>
      ) : error ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: t('admin.system.title') })}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="system" aria-busy>
          {[1, 2, 3, 4].map((part) => (
            <section key={part}>
              <Skeleton width="120px" />
              <Skeleton width="100%" height="120px" />
            </section>
          ))}
        </div>
      )}
    </AdminPage>
  );
}

interface PartProps {
  facts: SystemFacts;
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      <div className="system-scroll">{children}</div>
    </section>
  );
}

function Processes({ facts: { processes, version, at } }: PartProps) {
  const since = (time: string) => duration(new Date(at).getTime() - new Date(time).getTime());
  return (
    <Part title={t('admin.system.processes')} note={t('admin.system.version', { version })}>
      <Table
        label={t('admin.system.processes')}
        heads={[
          t('globals.terms.host', {}, 1),
          t('admin.system.roles'),
          t('admin.system.running'),
          t('admin.system.memory'),
          t('admin.system.lag'),
          t('admin.system.connections'),
        ]}
        numbersFrom={2}
        minorFrom={4}
        rows={processes.map(
          ({ id, host, pid, roles, started_at, memory, lag_ms, database_connections, node_version, carrier }) => ({
            id,
            cells: [
              `${host ?? '–'} ${pid ?? ''} ${node_version ?? ''}`,
              carrier === 'redis_away' ? `${roles.join(', ')} – ${t('admin.system.redisAway')}` : roles.join(', '),
              since(started_at),
              memory === undefined ? '–' : size(memory),
              lag_ms === undefined ? '–' : ms(lag_ms),
              database_connections === undefined ? '–' : count(database_connections),
            ],
            isBad: carrier === 'redis_away',
          }),
        )}
      />
    </Part>
  );
}

function Jobs({ facts: { jobs } }: PartProps) {
  return (
    <Part title={t('admin.system.jobs')}>
      {jobs.kinds.length === 0 ? (
        <p className="help">{t('admin.system.noJobs')}</p>
      ) : (
        <Table
          label={t('admin.system.jobs')}
          heads={[
            t('admin.system.job'),
            t('admin.system.waiting'),
            t('admin.system.runningNow'),
            t('admin.system.givenUp'),
            t('admin.system.oldest'),
          ]}
          numbersFrom={1}
          rows={jobs.kinds.map(({ name, waiting, running, failed, oldest_age, last_error }) => ({
            id: name,
            ...(last_error && { hint: last_error }),
            cells: [name, count(waiting), count(running), count(failed), age(oldest_age)],
            isBad: failed > 0,
          }))}
        />
      )}
    </Part>
  );
}

function Mail({ facts: { incoming, outgoing } }: PartProps) {
  return (
    <Part title={t('admin.system.mail')}>
      <Table
        label={t('admin.system.mail')}
        heads={[
          '',
          t('admin.system.waiting'),
          t('admin.system.oldest'),
          t('admin.system.today'),
          t('admin.system.failed'),
        ]}
        numbersFrom={1}
        rows={[
          {
            id: 'in',
            cells: [
              t('admin.system.incoming'),
              count(incoming.waiting),
              age(incoming.oldest_age),
              count(incoming.received_today),
              count(incoming.quarantined),
            ],
            isBad: incoming.quarantined > 0,
          },
          {
            id: 'out',
            cells: [
              t('admin.system.outgoing'),
              outgoing.overdue > 0
                ? `${count(outgoing.waiting)} (${t('admin.system.overdue')}: ${count(outgoing.overdue)})`
                : count(outgoing.waiting),
              age(outgoing.oldest_age),
              count(outgoing.sent_today),
              count(outgoing.failed_today),
            ],
            isBad: outgoing.overdue > 0,
          },
        ]}
      />
    </Part>
  );
}

function Mailboxes({ facts: { mailboxes } }: PartProps) {
  const mayManage = useCan('inboxes:manage');
  const ago = (time: string | null) => (time === null ? t('admin.inbox.never') : relativeTime(time));
  return (
    <Part title={t('admin.system.mailboxes')}>
      <Table
        label={t('admin.system.mailboxes')}
        heads={[
          t('globals.terms.name', {}, 1),
          t('admin.inbox.state'),
          t('admin.inbox.lastIn'),
          t('admin.inbox.lastOut'),
        ]}
        numbersFrom={2}
        rows={mailboxes.map(({ id, name, verdict, last_mail_in_at, last_mail_out_at }) => ({
          id: String(id),
          cells: [
            mayManage ? (
              <Link key="name" className="link" to={`/admin/inboxes/${id}/edit`}>
                {name}
              </Link>
            ) : (
              name
            ),
            <VerdictLabel key="verdict" verdict={verdict} />,
            ago(last_mail_in_at),
            ago(last_mail_out_at),
          ],
        }))}
      />
    </Part>
  );
}

function Storage({ facts: { storage, last_backup_at } }: PartProps) {
  const { files, bytes, free, total, kind } = storage;
  const kept = t('admin.system.files', { n: count(files), size: size(bytes) }, files);
  return (
    <Part title={t('admin.system.storage')}>
      <Figures
        figures={[
          [t('admin.system.kept'), kind === 's3' ? `${kept} (S3)` : kept],
          [
            t('admin.system.free'),
            free === null || total === null ? '–' : t('admin.system.freeOf', { free: size(free), total: size(total) }),
          ],
          [t('admin.system.lastBackup'), last_backup_at === null ? t('admin.inbox.never') : fullDate(last_backup_at)],
        ]}
      />
    </Part>
  );
}

function Database({ facts: { database } }: PartProps) {
  const { version, bytes, connections, most_connections, clock_drift_ms, conversations, tables } = database;
  return (
    <Part title={t('admin.system.database')} note={`PostgreSQL ${version}`}>
      <Figures
        figures={[
          [t('admin.system.size'), size(bytes)],
          [t('globals.terms.conversation', {}, 2), count(conversations)],
          [t('admin.system.connections'), t('admin.system.freeOf', { free: connections, total: most_connections })],
          [t('admin.system.clock'), ms(Math.round(Math.abs(clock_drift_ms)))],
        ]}
      />
      <Table
        label={t('admin.system.database')}
        heads={[t('admin.system.table'), t('admin.system.rows'), t('admin.system.size')]}
        numbersFrom={1}
        rows={tables.map(({ name, rows, bytes: own }) => ({ id: name, cells: [name, count(rows), size(own)] }))}
      />
    </Part>
  );
}

function SlowRoutes({ facts: { slow_routes } }: PartProps) {
  return (
    <Part title={t('admin.system.slowest')}>
      <Table
        label={t('admin.system.slowest')}
        heads={[t('admin.system.call'), t('admin.system.count'), t('admin.system.mean'), t('admin.system.p95')]}
        numbersFrom={1}
        rows={slow_routes.map(({ method, route, count: calls, mean_ms, p95_ms }) => ({
          id: `${method} ${route}`,
          cells: [
            <code key="call">
              {method} {route}
            </code>,
            count(calls),
            ms(mean_ms),
            ms(p95_ms),
          ],
        }))}
      />
    </Part>
  );
}

function ms(n: number): string {
  return t('admin.system.ms', { n: count(n) });
}

function age(seconds: number | null): string {
  return seconds === null ? '–' : duration(seconds * 1000);
}

const gigabyte = 1024 ** 3;

function size(bytes: number): string {
  return bytes < gigabyte ? fileSize(bytes) : `${count(Math.round((bytes / gigabyte) * 10) / 10)} GB`;
}
