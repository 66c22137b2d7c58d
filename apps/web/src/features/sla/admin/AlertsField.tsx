import type { SlaAlert } from '@bellhop/contract';
import { assignedRecipient, slaMetrics } from '@bellhop/contract/sla';
import { AlarmClock, Bell, Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { ManyField, SelectField } from '../../../ui/admin/fields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { DurationField } from './DurationField.tsx';
import { alertText, durationText, metricText } from './policy-text.ts';
import { useRecipients } from './use-recipients.ts';

const warning: SlaAlert = {
  type: 'warning',
  recipients: [assignedRecipient],
  time_delay: '10m',
  time_delay_type: 'before',
  metric: 'all',
};
const breach: SlaAlert = { ...warning, type: 'breach', time_delay: '', time_delay_type: 'immediately' };

/** Who is told before and after a deadline; each alert reads as a sentence. */
export function AlertsField() {
  const { fields, append, remove } = useFieldArray({ name: 'notifications' });
  return (
    <>
      {fields.length === 0 && <p className="alerts-none">{t('admin.sla.noAlertsConfigured')}</p>}
      <ul className="alerts">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <AlertFields index={index} onRemove={() => remove(index)} />
          </li>
        ))}
      </ul>
      <div className="alerts-add">
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => append(warning)}>
          {t('admin.sla.addWarningAlert')}
        </Button>
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => append(breach)}>
          {t('admin.sla.addBreachAlert')}
        </Button>
      </div>
    </>
  );
}

function AlertFields({ index, onRemove }: { index: number; onRemove: () => void }) {
  const path = `notifications.${index}`;
  const alert = useAlert(path);
  const recipients = useRecipients(alert.recipients);
  const isWarning = alert.type === 'warning';
  const kind = isWarning ? t('admin.sla.warning') : t('admin.sla.breach');
  return (
    <fieldset className="alert">
      <legend className="vh">{`${kind} ${index + 1}`}</legend>
      <div className="alert-head">
        {isWarning ? <AlarmClock aria-hidden /> : <Bell aria-hidden />}
        <p aria-live="polite">
          <strong>{kind}</strong> <span dir="auto">{alertText(alert, alert.recipients.map(recipients.nameOf))}</span>
        </p>
        <IconButton
          size="s"
          label={t('globals.messages.remove', { name: `${kind} ${index + 1}` })}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <div className="admin-pair">
        <SelectField
          name={`${path}.metric`}
          label={t('admin.sla.watches')}
          options={slaMetrics.map((value) => ({ value, label: metricText(value) }))}
        />
        {!isWarning && (
          <SelectField
            name={`${path}.time_delay_type`}
            label={t('admin.sla.triggerTiming')}
            options={[
              { value: 'immediately', label: t('admin.sla.immediatelyOnBreach') },
              { value: 'after', label: t('admin.sla.afterSpecificDuration') },
            ]}
          />
        )}
        {alert.time_delay_type !== 'immediately' && (
          <DurationField
            name={`${path}.time_delay`}
            label={isWarning ? t('admin.sla.advanceWarning') : t('admin.sla.followUpDelay')}
            read={durationText}
          />
        )}
      </div>
      <ManyField name={`${path}.recipients`} label={t('admin.sla.alertRecipients')} options={recipients.options} />
    </fieldset>
  );
}

/** What the alert says now. Its members are watched one by one: the form changes the object in place, which nobody would notice. */
function useAlert(path: string): SlaAlert {
  const names = ['type', 'time_delay_type', 'time_delay', 'metric', 'recipients'] as const;
  const [type, time_delay_type, time_delay, metric, recipients] = useWatch({
    name: names.map((name) => `${path}.${name}`),
  }) as [SlaAlert['type'], SlaAlert['time_delay_type'], string, SlaAlert['metric'], string[]];
  return { type, time_delay_type, time_delay, metric, recipients };
}
