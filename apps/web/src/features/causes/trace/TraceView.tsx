import type { CauseAction, CauseCondition, CauseTrace, ExplainedCause } from '@bellhop/contract';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Skeleton } from '../../../ui/Void.tsx';
import { conditionInWords, foundInWords, useRuleWorld } from '../../rule-words/index.ts';
import { actionText, eventText, factName, factValue, reasonText, withGoneRows } from './trace-words.ts';
import './trace.css';

type ToldCause = Omit<ExplainedCause, 'parents'>;

interface TraceViewProps {
  cause: ToldCause;
  /** What led to it, nearest first. */
  parents?: readonly ToldCause[];
  /** On the page of the rule itself neither its name nor the way to it are told. */
  isOfRule?: boolean;
}

/** A record of why something happened, in the reader's words. */
export function TraceView({ cause, parents = [], isOfRule = false }: TraceViewProps) {
  const world = useRuleWorld();
  if (!world) return <Skeleton width="72%" />;
  return (
    <div className="trace">
      <Trace cause={cause} world={world} isOfRule={isOfRule} />
      {parents.length > 0 && (
        <Part title={t('causes.chain')}>
          <ol className="trace-chain">
            {parents.map((parent) => (
              <li key={parent.id}>
                <details>
                  <summary>
                    <span dir="auto">{parent.trace.rule?.name ?? t(`causes.kind.${parent.kind}`)}</span>
                    {parent.trace.event && <span className="muted">{eventText(parent.trace.event.kind)}</span>}
                  </summary>
                  <Trace cause={parent} world={world} />
                </details>
              </li>
            ))}
          </ol>
        </Part>
      )}
    </div>
  );
}

interface PartsProps {
  cause: ToldCause;
  world: RuleWorld;
  isOfRule?: boolean;
}

function Trace({ cause, world: known, isOfRule = false }: PartsProps) {
  const { trace } = cause;
  const world = withGoneRows(known, trace);
  return (
    <>
      {!isOfRule && <p>{t(`causes.kind.${cause.kind}`)}</p>}
      <dl className="trace-facts">
        {!isOfRule && trace.rule && (
          <Line name={t('globals.terms.rule', {}, 1)}>
            <RuleName cause={cause} rule={trace.rule} />
          </Line>
        )}
        {trace.event && <Line name={t('globals.terms.event', {}, 1)}>{eventText(trace.event.kind)}</Line>}
        <Line name={t('causes.when')}>
          <time dateTime={cause.created_at}>{fullDate(cause.created_at)}</time>
        </Line>
      </dl>
      <Conditions trace={trace} world={world} isOfRule={isOfRule} />
      {trace.actions.length > 0 && (
        <Part title={t('causes.actions')} isOfRule={isOfRule}>
          <ul className="trace-lines">
            {keyed(trace.actions).map(([key, action]) => (
              <ActionLine key={key} action={action} world={world} />
            ))}
          </ul>
        </Part>
      )}
      {trace.facts.length > 0 && (
        <Part title={t('causes.facts')} isOfRule={isOfRule}>
          <dl className="trace-facts">
            {keyed(trace.facts).map(([key, { name, value }]) => (
              <Line key={key} name={factName(name)}>
                {factValue(value)}
              </Line>
            ))}
          </dl>
        </Part>
      )}
    </>
  );
}

function RuleName({ cause, rule }: { cause: ToldCause; rule: NonNullable<CauseTrace['rule']> }) {
  const mayOpen = useCan('automations:manage');
  const version = <span className="muted">{t('causes.version', { n: rule.version })}</span>;
  if (cause.rule_id === null) {
    return (
      <>
        <span dir="auto">{rule.name}</span> {version} <span className="muted">{t('causes.rule_gone')}</span>
      </>
    );
  }
  return (
    <>
      {mayOpen ? (
        <Link className="link" dir="auto" to={`/admin/automations/${cause.rule_id}/edit`}>
          {rule.name}
        </Link>
      ) : (
        <span dir="auto">{rule.name}</span>
      )}{' '}
      {version}
    </>
  );
}

function Conditions({ trace, world, isOfRule }: { trace: CauseTrace; world: RuleWorld; isOfRule: boolean }) {
  if (trace.groups.length === 0) {
    // Without an operator the comparisons are not for this reader.
    if (!trace.rule || trace.group_operator === null) return null;
    return (
      <Part title={t('causes.conditions')} isOfRule={isOfRule}>
        {t('automation.match_all')}
      </Part>
    );
  }
  return (
    <Part title={t('causes.conditions')} isOfRule={isOfRule}>
      {keyed(trace.groups).map(([key, group]) => (
        <div key={key} className="trace-group">
          {group !== trace.groups[0] && (
            <p className="muted">{t(`automation.join.${trace.group_operator ?? 'AND'}`)}</p>
          )}
          {group.conditions.length > 1 && (
            <p className="trace-line">
              <Mark isTrue={group.matched} />
              <span>{t(`automation.of.${group.logical_op}`)}</span>
            </p>
          )}
          <ul className="trace-lines">
            {keyed(group.conditions).map(([key, condition]) => (
              <ConditionLine key={key} condition={condition} world={world} />
            ))}
          </ul>
        </div>
      ))}
    </Part>
  );
}

function ConditionLine({ condition, world }: { condition: CauseCondition; world: RuleWorld }) {
  const { found, matched } = condition;
  return (
    <li className="trace-line">
      <Mark isTrue={matched} />
      <div>
        <span dir="auto">{conditionInWords({ ...condition, case_sensitive_match: false }, world)}</span>
        <small dir="auto">
          {found === ''
            ? t('causes.found_nothing')
            : t('causes.found', { value: foundInWords(condition, found, world) })}
        </small>
      </div>
    </li>
  );
}

/** True and not true, by shape and word. */
function Mark({ isTrue }: { isTrue: boolean }) {
  return (
    <span className={isTrue ? 'trace-mark is-good' : 'trace-mark'}>
      {isTrue ? <Check aria-hidden /> : <X aria-hidden />}
      <span className="vh">{t(isTrue ? 'causes.true' : 'causes.not_true')}: </span>
    </span>
  );
}

/** A record never changes: a part is known by its place. */
function keyed<T>(parts: readonly T[]): [string, T][] {
  return parts.map((part, at) => [String(at), part]);
}

const looks: Record<CauseAction['result'], { tone: string; icon: ReactNode }> = {
  done: { tone: 'is-good', icon: <Check aria-hidden /> },
  failed: { tone: 'is-bad', icon: <X aria-hidden /> },
  skipped: { tone: '', icon: <Minus aria-hidden /> },
};

function ActionLine({ action, world }: { action: CauseAction; world: RuleWorld }) {
  const { tone, icon } = looks[action.result];
  const reason = reasonText(action);
  return (
    <li className="trace-line">
      <span className={`trace-mark ${tone}`}>{icon}</span>
      <div>
        <span dir="auto">{actionText(action, world)}</span>
        <small className={tone === 'is-bad' ? 'error' : undefined} dir="auto">
          {t(`causes.result.${action.result}`)}
          {reason && `: ${reason.text}`}
        </small>
        {reason?.particulars && (
          <small lang="en" dir="ltr">
            {reason.particulars}
          </small>
        )}
      </div>
    </li>
  );
}

/** Below a dialog's title, or below the heading of a page. */
function Part({ title, isOfRule, children }: { title: string; isOfRule?: boolean; children: ReactNode }) {
  const Heading = isOfRule ? 'h2' : 'h3';
  return (
    <section className="trace-part">
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
