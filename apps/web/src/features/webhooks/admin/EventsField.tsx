import type { WebhookEvent } from '@bellhop/contract';
import { webhookEvents } from '@bellhop/contract/webhooks';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { FormSection } from '../../../ui/admin/AdminForm.tsx';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { useFocusPlace } from '../../../ui/admin/use-focus-place.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Toggle.tsx';
import { type EventSubject, eventName, eventSubjects, eventsAbout, subjectName } from './webhook-text.ts';

/** What the receiver is told of, by what it is about, each group with a way to take all of it. */
export function EventsField() {
  const id = useId();
  const { field } = useController({ name: 'events' });
  const place = useFocusPlace(field, 'input');
  const error = useFieldError('events');
  const chosen = field.value as WebhookEvent[];
  const choose = (next: readonly WebhookEvent[]) =>
    field.onChange(webhookEvents.filter((event) => next.includes(event)));
  return (
    <FormSection title={t('globals.terms.event', {}, 2)} help={t('admin.webhook.events.help')}>
      <div ref={place} className="webhook-events" {...(error && { 'aria-describedby': `${id}-error` })}>
        {eventSubjects.map((subject) => (
          <Group key={subject} subject={subject} chosen={chosen} onChange={choose} />
        ))}
        {error && (
          <span id={`${id}-error`} className="error" role="alert">
            <TriangleAlert aria-hidden />
            {error}
          </span>
        )}
      </div>
    </FormSection>
  );
}

interface GroupProps {
  subject: EventSubject;
  chosen: readonly WebhookEvent[];
  onChange: (chosen: readonly WebhookEvent[]) => void;
}

function Group({ subject, chosen, onChange }: GroupProps) {
  const events = eventsAbout(subject);
  const name = subjectName(subject);
  const hasAll = events.every((event) => chosen.includes(event));
  const without = (gone: readonly WebhookEvent[]) => chosen.filter((event) => !gone.includes(event));
  return (
    <fieldset className="webhook-group">
      <legend className="vh">{name}</legend>
      <div className="webhook-group-head">
        <span aria-hidden>{name}</span>
        <Button
          size="s"
          tone="quiet"
          aria-label={t(hasAll ? 'admin.role.select_none_of' : 'admin.role.select_all_of', { name })}
          onClick={() => onChange(hasAll ? without(events) : [...chosen, ...events])}
        >
          {t(hasAll ? 'admin.role.select_none' : 'admin.role.select_all')}
        </Button>
      </div>
      <div className="webhook-choices">
        {events.map((event) => (
          <Checkbox
            key={event}
            label={eventName(event)}
            {...(event === 'message.note_added' && { help: t('admin.webhook.note.help') })}
            checked={chosen.includes(event)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, event] : without([event]))}
          />
        ))}
      </div>
    </fieldset>
  );
}
