import type { ConflictField, DryRun, DryRunConflict, DryRunResult, DryRunSample } from '@bellhop/contract';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { Check, ChevronRight, Info, TriangleAlert, X } from 'lucide-react';
import { Link } from 'react-router';
import { count } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';
import { conversationPath } from '../../conversations/index.ts';
import { actionInWords, conditionInWords, quoted, rowName } from '../../rule-words/index.ts';

interface TryResultProps {
  run: DryRun;
  result: DryRunResult;
  world: RuleWorld;
  /** The rule has been changed since it was tried. */
  isStale: boolean;
}

/** What a dry run found: actions, conflicts, samples. */
export function TryResult({ run, result, world, isStale }: TryResultProps) {
  return (
    <div className="rule-try-result">
      {isStale && (
        <p className="rule-try-note is-warn">
          <TriangleAlert aria-hidden />
          {t('automation.try.stale')}
        </p>
      )}
      <p className="rule-try-note">
        <Info aria-hidden />
        {t(`automation.try.basis.${result.basis}`)}
      </p>
      {run.matched > 0 && (
        <>
          <h3>{t('automation.try.actions')}</h3>
          <ul className="rule-try-actions">
            {[...result.actions.entries()].map(([at, action]) => (
              <li key={at}>
                <span>{actionInWords(action, world)}</span>
                <span className="num">
                  {t('automation.try.times', { n: count(action.times) }, action.times)}
                  {' · '}
                  {action.changes === action.times
                    ? t('automation.try.all_change')
                    : t('automation.try.changes', { n: count(action.changes) }, action.changes)}
                </span>
              </li>
            ))}
          </ul>
          <h3>{t('automation.try.conflicts')}</h3>
          {result.conflicts.length === 0 ? (
            <p className="rule-try-none">{t('automation.try.no_conflicts')}</p>
          ) : (
            <ul className="rule-try-conflicts">
              {result.conflicts.map((conflict) => (
                <Conflict key={`${conflict.rule_id} ${conflict.field}`} conflict={conflict} world={world} />
              ))}
            </ul>
          )}
          <h3>{t('automation.try.samples')}</h3>
          {result.samples.length === 0 ? (
            <p className="rule-try-none">{t('automation.try.no_samples')}</p>
          ) : (
            <ul className="rule-try-samples">
              {result.samples.map((sample) => (
                <Sample key={sample.uuid} sample={sample} world={world} />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

function Conflict({ conflict, world }: { conflict: DryRunConflict; world: RuleWorld }) {
  const { rule_id, rule_name, field, other_value, wins, count: n } = conflict;
  const named = {
    field: fieldInWords(field),
    value: valueInWords(field, other_value, world),
    n: count(n),
  };
  return (
    <li>
      <TriangleAlert aria-hidden />
      <span>
        <Link to={`/admin/automations/${rule_id}/edit`} target="_blank" dir="auto">
          {rule_name}
        </Link>{' '}
        {t('automation.try.conflict', named, n)}{' '}
        <span className="rule-try-wins">{t(`automation.try.wins.${wins}`)}</span>
      </span>
    </li>
  );
}

function fieldInWords(field: ConflictField): string {
  if (field === 'sla') return t('globals.terms.sla', {}, 1);
  if (field === 'tags') return t('globals.terms.tag', {}, 2);
  return t(`automation.phrase.${field}`);
}

function valueInWords(field: ConflictField, value: readonly string[], world: RuleWorld): string {
  const [first = ''] = value;
  switch (field) {
    case 'tags':
      return new Intl.ListFormat(language(), { type: 'conjunction' }).format(value.map(quoted));
    case 'assigned_team':
      return rowName(world, 'team', first);
    case 'assigned_user':
      return rowName(world, 'agent', first);
    default:
      return rowName(world, field, first);
  }
}

/** Opened in a page of its own, for the form may be half filled in. */
function Sample({ sample, world }: { sample: DryRunSample; world: RuleWorld }) {
  const { uuid, reference_number, subject, groups } = sample;
  return (
    <li>
      <details>
        <summary>
          <ChevronRight aria-hidden />
          <span className="num">#{reference_number}</span>
          <span dir="auto" className="subject">
            {subject || t('list.no_subject')}
          </span>
        </summary>
        <ul>
          {[...groups.flatMap(({ conditions }) => conditions).entries()].map(([at, condition]) => (
            <li key={at} className={condition.matched ? 'is-true' : undefined}>
              {condition.matched ? <Check aria-hidden /> : <X aria-hidden />}
              <span>
                <span className="vh">
                  {condition.matched ? t('automation.try.is_true') : t('automation.try.is_false')}{' '}
                </span>
                {conditionInWords({ ...condition, case_sensitive_match: false }, world)}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <Link to={conversationPath({ kind: 'all' }, uuid)} target="_blank">
        {t('automation.try.open')}
        <span className="vh"> #{reference_number}</span>
      </Link>
    </li>
  );
}
