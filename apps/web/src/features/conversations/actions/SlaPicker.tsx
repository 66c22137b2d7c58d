import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Combobox } from '../../../ui/Combobox.tsx';
import { slaQueries } from '../../sla/index.ts';
import { useConversationChanges } from '../conversation-changes.ts';
import type { PickerProps } from './pickers.tsx';

/** Value of the choice that takes the policy away. */
const none = '';

/** Applies an SLA policy, or takes the present one away. It comes open: the press that asked for it has loaded it. */
export default function SlaPicker({ conversation, trigger }: PickerProps) {
  const { uuid, sla_policy_id } = conversation;
  const [isOpen, setOpen] = useState(true);
  const { data: policies } = useQuery(slaQueries.list());
  const { setSla } = useConversationChanges(uuid);
  const present = String(sla_policy_id ?? none);
  const named = (policies ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const pick = (value: string) => {
    if (value === present) return;
    const policy = named.find((one) => one.value === value);
    setSla(policy ? { id: Number(policy.value), name: policy.label } : null);
  };
  return (
    <Combobox
      trigger={trigger}
      isOpen={isOpen && policies !== undefined}
      onOpenChange={setOpen}
      label={t('globals.terms.slaPolicy', {}, 1)}
      options={[{ value: none, label: t('details.no_sla') }, ...named]}
      value={[present]}
      onPick={pick}
    />
  );
}
