import type { MacroAction } from '@bellhop/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.ts';
import { actionText } from './action-text.ts';

export const macroQueries = {
  /** Macros that the agent may see, latest use first. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['macros'] as const,
      queryFn: ({ signal }) => api('macros.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};

/**
 * Runs the actions of a macro that were kept; none only counts the macro as used. Tells in a toast what did not work
 * and rejects with the ApiError when nothing did (wire B 4.6).
 */
export async function applyMacro(uuid: string, macroId: number, actions: readonly MacroAction[]): Promise<void> {
  const { failed } = await api('macros.apply', { params: { uuid, id: macroId }, body: [...actions] });
  if (failed.length === 0) return;
  const lost = failed.map(({ type, message }) => {
    const action = actions.find((one) => one.type === type);
    return action ? `${actionText(action)}: ${message}` : message;
  });
  toast.error(t('macro.partly_failed'), { description: lost.join('\n'), duration: 10_000 });
}
