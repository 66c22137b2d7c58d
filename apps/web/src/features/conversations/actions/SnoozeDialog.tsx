import { type FormEvent, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, Input } from '../../../ui/Field.tsx';
import { dateField, futureMoment } from './snooze.ts';
import './actions.css';

interface SnoozeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onPick: (until: Date) => void;
}

const defaultTime = '12:00';
const dayMs = 86_400_000;

/** A date and a time of day; one in the past is refused with the words of specification 8. */
export function SnoozeDialog({ isOpen, onClose, onPick }: SnoozeDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isKept
      title={t('snooze.pick_title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('globals.messages.cancel')}
          </Button>
          <Button type="submit" form="snooze-until" tone="main">
            {t('globals.terms.snooze')}
          </Button>
        </>
      }
    >
      <MomentForm onPick={onPick} />
    </Dialog>
  );
}

function MomentForm({ onPick }: Pick<SnoozeDialogProps, 'onPick'>) {
  const [isPast, setPast] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const until = futureMoment(String(form.get('date')), String(form.get('time')), new Date());
    setPast(!until);
    if (until) onPick(until);
  };
  const error = isPast ? t('globals.messages.selectAFutureTime') : undefined;
  return (
    <form id="snooze-until" className="snooze-form" noValidate onSubmit={submit} onChange={() => setPast(false)}>
      <Field label={t('globals.terms.date')} error={error}>
        <Input
          autoFocus
          type="date"
          name="date"
          defaultValue={dateField(new Date(Date.now() + dayMs))}
          min={dateField(new Date())}
        />
      </Field>
      <Field label={t('globals.terms.time')}>
        <Input type="time" name="time" defaultValue={defaultTime} />
      </Field>
      <div role="alert" className="vh">
        {error}
      </div>
    </form>
  );
}
