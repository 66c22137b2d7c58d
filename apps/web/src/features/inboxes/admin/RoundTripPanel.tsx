import type { RoundTrip } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, Loader, Repeat, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { fullDate, timeOfDay } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { inboxQueries } from '../inboxes.api.ts';
import { cureText, problemText } from '../mail-problem.ts';
import { Words } from './ConnectionTest.tsx';
import '../../../ui/admin/note.css';

/** Sends a mail from the mailbox to itself and shows how far it has come. */
export function RoundTripPanel({ id }: { id: number }) {
  const client = useQueryClient();
  const { data: trip } = useQuery(inboxQueries.roundTrip(id));
  const [refusal, setRefusal] = useState('');
  const isRunning = trip?.state === 'sending' || trip?.state === 'waiting';
  const hasRun = useRef(false);
  useEffect(() => {
    // What it has found out stands in the inbox, too.
    if (hasRun.current && !isRunning) void client.invalidateQueries(inboxQueries.detail(id));
    hasRun.current = isRunning;
  }, [client, id, isRunning]);
  const start = async () => {
    if (isRunning) return;
    setRefusal('');
    try {
      client.setQueryData(inboxQueries.roundTrip(id).queryKey, await api('inboxes.round_trip', { params: { id } }));
    } catch (error) {
      setRefusal(toApiError(error).message);
    }
  };
  return (
    <div className="inbox-trip">
      <p className="help">{t('admin.inbox.roundTrip.description')}</p>
      <Button size="s" icon={<Repeat aria-hidden />} aria-disabled={isRunning} onClick={() => void start()}>
        {t(trip && !isRunning ? 'admin.inbox.roundTrip.again' : 'admin.inbox.roundTrip')}
      </Button>
      {refusal && (
        <p className="admin-note is-bad" role="alert">
          {refusal}
        </p>
      )}
      <div role="status">{trip && <Steps trip={trip} />}</div>
    </div>
  );
}

function Steps({ trip }: { trip: RoundTrip }) {
  const { state, sent_at, received_at, plus, problem, detail } = trip;
  const isRunning = state === 'sending' || state === 'waiting';
  if (state === 'failed' && problem && !sent_at) return <Failure trip={trip} />;
  return (
    <>
      <ul className="inbox-steps">
        <Step name={t('admin.inbox.roundTrip.sent')} at={sent_at} isRunning={isRunning} />
        <Step name={t('admin.inbox.roundTrip.received')} at={received_at} isRunning={isRunning} />
        <Step name={plusText(plus.state)} at={plus.received_at} isRunning={isRunning && plus.state === 'waiting'} />
      </ul>
      {state === 'failed' && <Failure trip={trip} />}
      {state === 'succeeded' && (
        <p className="admin-note is-good">
          <CircleCheck aria-hidden />
          <span>
            <strong>{t('admin.inbox.roundTrip.works')}</strong>
            {trip.switched_plus_on && ` · ${t('admin.inbox.roundTrip.switchedOn')}`}
            <br />
            {t('admin.inbox.roundTrip.tested', { time: fullDate(trip.started_at) })}
          </span>
        </p>
      )}
      {state === 'succeeded' && detail && <Words text={detail} />}
    </>
  );
}

function plusText(state: RoundTrip['plus']['state']): string {
  if (state === 'refused') return t('admin.inbox.roundTrip.plusRefused');
  return t(state === 'missing' ? 'admin.inbox.roundTrip.plusMissing' : 'admin.inbox.roundTrip.plus');
}

function Step({ name, at, isRunning }: { name: string; at: string | null; isRunning: boolean }) {
  const Icon = at ? CircleCheck : isRunning ? Loader : CircleMinus;
  return (
    <li className={at ? 'is-done' : isRunning ? undefined : 'is-missing'}>
      <Icon aria-hidden />
      {name}
      {at ? <time dateTime={at}>{timeOfDay(at)}</time> : isRunning && <span>{t('admin.inbox.roundTrip.waiting')}</span>}
    </li>
  );
}

function Failure({ trip: { problem, detail } }: { trip: RoundTrip }) {
  return (
    <div className="admin-note is-bad">
      <TriangleAlert aria-hidden />
      <div>
        <strong>{problemText(problem ?? 'unknown')}</strong>
        <p>{cureText(problem ?? 'unknown')}</p>
        {detail && <Words text={detail} />}
      </div>
    </div>
  );
}
