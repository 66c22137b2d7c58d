import { randomUUID } from 'node:crypto';
import type { SlaPolicyInput } from '@bellhop/contract';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { sendDueMail } from '../features/conversations/index.ts';
import { answerSurvey, sendDueSurveys } from '../features/csat/index.ts';
import { createPolicy } from '../features/sla/index.ts';
import { findPolicyIds, findSurvey, letTeamsPromise, switchSurveysOn } from './demo.queries.ts';

/** What the policies have in common. */
const shared = { notifications: [], pause_on_waiting: true, based_on: undefined, apply_to_open: false };

/** What two teams promise; the others promise nothing, as on many desks. Times are open hours. */
const policies: readonly { team: string; input: SlaPolicyInput }[] = [
  {
    team: 'Orders',
    input: {
      ...shared,
      name: 'Orders, the same day',
      description: 'Who waits for a parcel hears from us on the same day',
      first_response_time: '6h',
      next_response_time: '8h',
      resolution_time: '20h',
    },
  },
  {
    team: 'Technical',
    input: {
      ...shared,
      name: 'Technical, within two days',
      description: 'What has to be looked at by those who can mend it',
      first_response_time: '8h',
      next_response_time: '16h',
      resolution_time: '32h',
    },
  },
];

/** Lets two teams promise answers in time, and the inbox ask how the help was. */
export async function makePromises({ work }: Pick<Deps, 'work'>, admin: Actor, inboxId: number): Promise<void> {
  await work(admin, async (uow) => {
    for (const { input } of policies) await createPolicy(uow, input);
    const ids = await findPolicyIds(uow.db);
    for (const { team, input } of policies) await letTeamsPromise(uow.db, team, ids.get(input.name)!);
    await switchSurveysOn(uow.db, inboxId);
  });
}

/** What customers say when they are asked; some say nothing, as in life. */
const verdicts: readonly ({ rating: number; feedback: string } | null)[] = [
  { rating: 5, feedback: 'So quick, thank you!' },
  { rating: 4, feedback: '' },
  null,
  { rating: 5, feedback: '' },
  { rating: 2, feedback: 'The answer was kind, but it took two days.' },
  { rating: 5, feedback: 'The new shade is even nicer than the old one.' },
  null,
  { rating: 4, feedback: 'All good now.' },
  { rating: 3, feedback: '' },
  { rating: 5, feedback: '' },
  { rating: 4, feedback: '' },
  null,
  { rating: 5, feedback: 'I had not expected an answer on a Saturday.' },
  { rating: 1, feedback: 'I had to write three times.' },
  { rating: 4, feedback: '' },
  { rating: 5, feedback: '' },
];

const hourMs = 3_600_000;

/** Sends the survey of a conversation that was resolved, and has its customer answer some hours later, or not. */
export async function askCustomer(
  deps: Deps,
  { uuid, index, move }: { uuid: string; index: number; move: (to: number) => void },
): Promise<void> {
  const asked = deps.clock.now().getTime() + 60_000;
  move(asked);
  await sendDueSurveys(deps);
  move(asked + 60_000);
  await sendDueMail(deps, randomUUID());
  const verdict = verdicts[index % verdicts.length]!;
  const survey = await findSurvey(deps.db, uuid);
  if (!verdict || survey?.state !== 'sent') return;
  move(asked + (1 + (index % 5)) * hourMs);
  await answerSurvey(deps, survey, verdict);
}
