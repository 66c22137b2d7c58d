import { activityTypes, changeDeeds, changeOf, configEntities, signOnProblems } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { type Describable, describeActivity } from '../../src/features/activity-log/describe-activity.ts';
import { languagePack } from '../../src/features/settings/index.ts';

const packs = ['en', 'de', 'es', 'fr', 'hi', 'ja', 'pt'];
const entry = (activity_type: string, rest: Partial<Describable> = {}): Describable => ({
  activity_type,
  params: { actor_email: 'asha@desk.test', target_email: 'ben@desk.test', name: 'Thing', what: 'activity_logs' },
  actor_id: 4,
  target_model_type: 'user',
  target_model_id: 4,
  ...rest,
});
/** Those of sign-ons that no provider has to do with are told nobody but the log. */
const ofSignOns = signOnProblems.filter((problem) => problem !== 'too_many' && problem !== 'failed');
const ofFactors = ['wrong_code', 'wrong_passkey'];
const reasons = [
  'wrong_password',
  'unknown_address',
  'disabled',
  ...ofFactors,
  ...ofSignOns.map((problem) => `oidc_${problem}`),
];

/** Each text that a type can have. */
function everyEntry(type: string): Describable[] {
  if (type === 'agent_password_requested') {
    const params = (reason?: string) => ({ ...entry(type).params, ...(reason && { reason }) });
    return [undefined, 'unknown_address', 'disabled'].map((reason) => entry(type, { params: params(reason) }));
  }
  if (type !== 'agent_login_failed') {
    const ofApp = entry(type, { params: { ...entry(type).params, method: 'totp' } });
    return [...[4, 5].map((target_model_id) => entry(type, { target_model_id })), ofApp];
  }
  return reasons.map((reason) => entry(type, { params: { ...entry(type).params, reason } }));
}

test.each(packs)('every type has a text in %s, without holes', (code) => {
  const { texts } = languagePack(code);
  const changes = new Set<string>();
  for (const type of activityTypes) {
    for (const { deed } of everyEntry(type).map((one) => describeActivity(texts, one))) {
      expect(deed).not.toBe(type);
      expect(deed, type).not.toMatch(/[{}]|activity_log|^$/);
      if (changeOf(type)) changes.add(deed);
    }
  }
  expect(changes.size).toBe(configEntities.length * changeDeeds.length);
});

test('says who, what and, when that is somebody else, to whom', () => {
  const { texts } = languagePack('en');
  const text = (type: string, rest?: Partial<Describable>) => describeActivity(texts, entry(type, rest)).description;
  expect(text('agent_login')).toBe('asha@desk.test (#4): Signed in');
  expect(text('agent_away', { target_model_id: 5 })).toBe(
    'asha@desk.test (#4): Availability of ben@desk.test (#5): away',
  );
  expect(text('team_deleted')).toBe('asha@desk.test (#4): Team “Thing” deleted');
  expect(describeActivity(languagePack('de').texts, entry('tag_changed')).deed).toBe('Tag „Thing“ geändert');
});

test('what somebody typed is text, and a type of another version is told by its name', () => {
  const { texts } = languagePack('en');
  const params = { actor_email: '{deed}', name: '{actor} <b>' };
  expect(describeActivity(texts, entry('tag_created', { params })).description).toBe(
    '{deed} (#4): Tag “{actor} <b>” created',
  );
  expect(describeActivity(texts, entry('rocket_launched')).deed).toBe('rocket_launched');
  expect(describeActivity(texts, entry('agent_login_failed', { params: {} })).deed).toBe('agent_login_failed');
});
