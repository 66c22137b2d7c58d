import type { AiSettings } from '@bellhop/contract';
import { Info } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import '../../../ui/admin/note.css';

/** What leaves the desk and when, by what stands in the form. */
export function LeavesNote({ settings }: { settings: AiSettings }) {
  const [enabled, base_url, masks] = useWatch({
    name: ['enabled', 'base_url', 'masks_personal_data'],
    defaultValue: { enabled: settings.enabled, base_url: settings.base_url, masks_personal_data: true },
  }) as [boolean, string, boolean];
  if (!enabled) {
    return (
      <div className="admin-note ai-note">
        <Info aria-hidden />
        <p>{t('admin.ai.leaves.nothing')}</p>
      </div>
    );
  }
  return (
    <div className="admin-note ai-note">
      <Info aria-hidden />
      <div>
        <strong>{t('admin.ai.leaves', { host: hostOf(base_url) })}</strong>
        <ul className="ai-leaves">
          <li>{t('admin.ai.leaves.rewrite')}</li>
          <li>{t('admin.ai.leaves.summary')}</li>
          <li>{t('admin.ai.leaves.suggest')}</li>
        </ul>
        <p>{masks ? t('admin.ai.leaves.masked') : t('admin.ai.leaves.plain')}</p>
      </div>
    </div>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
