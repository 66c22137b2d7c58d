import { type AutomationType, automationEvents } from '@bellhop/contract/automations/vocabulary';
import { TriangleAlert } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/Toggle.tsx';

/** When a rule runs: events to choose for updates, words for the others. */
export function EventWords({ type }: { type: AutomationType }) {
  if (type === 'new_conversation') return <p className="word-line">{t('automation.starts')}</p>;
  if (type === 'time_trigger') return <p className="word-line">{t('automation.becomes_true')}</p>;
  return <EventChoice />;
}

function EventChoice() {
  const { field } = useController({ name: 'events' });
  const { formState } = useFormContext();
  const problem = formState.errors.events?.message;
  const chosen = (field.value ?? []) as string[];
  return (
    <fieldset aria-label={t('admin.automation.evaluateRuleOnTheseEvents')}>
      <div className="rule-events">
        {automationEvents.map((event, index) => (
          <Checkbox
            key={event}
            label={t(eventText(event))}
            checked={chosen.includes(event)}
            {...(index === 0 && { ref: field.ref })}
            {...(problem && { 'aria-invalid': true })}
            onChange={({ target }) =>
              field.onChange(automationEvents.filter((one) => (one === event ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      {typeof problem === 'string' && (
        <span className="error">
          <TriangleAlert aria-hidden />
          {problem}
        </span>
      )}
    </fieldset>
  );
}

function eventText(event: (typeof automationEvents)[number]): TextKey {
  return `admin.automation.event.${event.slice('conversation.'.length)}` as TextKey;
}
