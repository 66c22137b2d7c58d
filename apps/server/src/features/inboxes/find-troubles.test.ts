import { expect, test } from 'vitest';
import { findTroubles, type MailboxFacts } from './find-troubles.ts';
import type { Pace } from './usual-pace.ts';

const now = new Date('2026-03-18T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const works: MailboxFacts = {
  inbox: {
    enabled: true,
    has_imap: true,
    updated_at: ago(5000),
    last_error: null,
    last_problem: null,
    failing_since: null,
    last_success_at: ago(1),
  },
  traffic: {
    inbox_id: 1,
    last_in: ago(20),
    last_out: ago(30),
    waiting_in: 0,
    oldest_in: null,
    waiting_out: 0,
    oldest_out: null,
    quarantined: 0,
    failures: 0,
    last_failed_at: null,
    last_failure: null,
    last_failure_problem: null,
    waiting_problem: null,
    waiting_error: null,
    leased_until: new Date(now.getTime() + 10_000),
  },
  pace: null,
  watched_since: ago(5000),
};
/** One mail an hour is usual. */
const hourly: Pace = {
  usual_gap: 3600,
  usual_pause: 1,
  expected: (from, to) => (to.getTime() - from.getTime()) / 3_600_000,
};

const failing = (minutes: number, last_problem: string) => ({
  inbox: { failing_since: ago(minutes), last_problem, last_error: 'said the server' },
});
const waiting = (minutes: number, waiting_problem: string | null, more = {}) => ({
  traffic: { oldest_out: ago(minutes), waiting_out: 1, waiting_problem, waiting_error: waiting_problem, ...more },
});

test.each<[string, { inbox?: object; traffic?: object; pace?: Pace; watched_since?: Date | null }, string[]]>([
  ['nothing is wrong', {}, []],
  ['a wrong password, at once', failing(0, 'login_refused'), ['receiving login_refused']],
  ['a server that was away for a moment', failing(9, 'connection_refused'), []],
  ['a server that stays away', failing(10, 'connection_refused'), ['receiving connection_refused']],
  ['a problem that this version does not know', failing(10, 'novel'), ['receiving unknown']],
  ['a disabled inbox', { inbox: { ...failing(99, 'login_refused').inbox, enabled: false } }, []],
  ['local mail with an old error', { inbox: { ...failing(99, 'login_refused').inbox, has_imap: false } }, []],
  ['nobody receives', { traffic: { leased_until: ago(6) } }, ['receiving no_receiver']],
  ['a process just died', { traffic: { leased_until: ago(1) } }, []],
  ['an inbox that was just made', { traffic: { leased_until: null }, inbox: { updated_at: ago(1) } }, []],
  ['processes that just started', { traffic: { leased_until: ago(99) }, watched_since: ago(1) }, []],
  ['a reply that waits for its undo', waiting(1, null), []],
  ['a reply that nobody sends', waiting(6, null), ['sending no_sender']],
  ['a server that is away for a moment', waiting(4, 'timeout'), []],
  ['a server that is away', waiting(6, 'timeout'), ['sending timeout']],
  ['a refused sign-in, at once', waiting(0, 'login_refused'), ['sending login_refused']],
  ['one recipient who is to be tried later', waiting(20, 'try_later'), []],
  ['everybody is to be tried later', waiting(20, 'try_later', { waiting_out: 3 }), ['sending try_later']],
  ['others were sent meanwhile', waiting(60, 'timeout', { last_out: ago(2) }), []],
  [
    'failed for good by the server',
    { traffic: { last_failed_at: ago(5), last_failure_problem: 'login_refused' } },
    ['sending login_refused'],
  ],
  [
    'an address that does not exist',
    { traffic: { last_failed_at: ago(5), last_failure_problem: 'recipient_refused' } },
    [],
  ],
  ['failed long ago', { traffic: { last_out: null, last_failed_at: ago(1500), last_failure_problem: 'timeout' } }, []],
  ['sent since', { traffic: { last_failed_at: ago(40), last_failure_problem: 'login_refused' } }, []],
  ['quiet as usual', { pace: hourly }, []],
  ['unusually quiet', { pace: hourly, traffic: { last_in: ago(200) } }, ['silent null']],
  ['quiet because nothing ran', { pace: hourly, traffic: { last_in: ago(200) }, watched_since: ago(60) }, []],
  [
    'broken, which explains the quiet',
    { pace: hourly, traffic: { last_in: ago(200) }, ...failing(200, 'timeout') },
    ['receiving timeout'],
  ],
])('%s', (_name, change, expected) => {
  const facts = {
    ...works,
    ...change,
    inbox: { ...works.inbox, ...change.inbox },
    traffic: { ...works.traffic, ...change.traffic },
  };
  expect(findTroubles(facts, now).map(({ kind, problem }) => `${kind} ${problem}`)).toEqual(expected);
});
