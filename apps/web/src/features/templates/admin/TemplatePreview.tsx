import type { Template } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { Letter } from '../../../ui/Letter.tsx';
import { templateQueries } from '../templates.api.ts';
import { problemsOf, problemText } from './template-problems.ts';

/** How long the writing rests before the look follows, in milliseconds. */
const restMs = 250;

/** The template as a mail with sample data, and what is wrong with it by line. */
export function TemplatePreview({ type }: { type: Template['type'] }) {
  const { control } = useFormContext();
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] }) as [string, string];
  const problems = useMemo(() => problemsOf(type, subject, body), [type, subject, body]);
  const shown = useRested({ type, subject, body });
  const { data } = useQuery(templateQueries.preview(shown));
  return (
    <section className="template-preview" aria-label={t('admin.template.preview')}>
      <h2>{t('admin.template.preview')}</h2>
      {data?.subject && (
        <p className="template-subject" dir="auto">
          {data.subject}
        </p>
      )}
      {data && data.html === '' && shown.body !== '' ? (
        <p className="template-broken">{t('admin.template.preview.broken')}</p>
      ) : (
        <Letter title={t('admin.template.preview')} html={data?.html ?? ''} />
      )}
      <div role="status">
        {problems.length > 0 && (
          <ul className="template-problems" aria-label={t('admin.template.problems')}>
            {keyed(problems).map(({ key, problem }) => (
              <li key={key} className={problem.severity === 'error' ? 'is-bad' : 'is-odd'}>
                {problem.severity === 'error' ? <CircleAlert aria-hidden /> : <TriangleAlert aria-hidden />}
                <span>{problemText(problem)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Two problems may be alike in everything; their place tells them apart. */
function keyed<T>(problems: readonly { problem: T }[]): { key: string; problem: T }[] {
  return problems.map(({ problem }, index) => ({ key: `${index}`, problem }));
}

/** A value once it has not changed for a moment. */
function useRested<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(rested) as T, [rested]);
}
