import { patternProblem } from '@bellhop/rules/pattern';
import { t } from '../../../lib/i18n.ts';
import { StateLabel } from '../../../ui/Badge.tsx';

/** Says of a pattern that was stored before patterns were checked that the engine cannot use it; nothing of any other. */
export default function PatternFlag({ regex }: { regex: string }) {
  if (!patternProblem(regex)) return null;
  return <StateLabel tone="warn">{t('admin.customAttributes.pattern.unusable')}</StateLabel>;
}
