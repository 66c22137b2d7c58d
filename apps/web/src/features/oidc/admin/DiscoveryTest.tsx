import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { StateLabel } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';

/** Asks the provider whose address stands in the form whether it is one, without storing anything; a refusal stands beside the address. */
export function DiscoveryTest() {
  const { getValues, setError, clearErrors, watch } = useFormContext();
  const typed = watch('provider_url') as string;
  const test = useMutation({
    mutationFn: (provider_url: string) => api('oidc.test', { body: { provider_url } }),
    onMutate: () => clearErrors('provider_url'),
    onError: (error) =>
      setError('provider_url', { type: 'server', message: toApiError(error).message }, { shouldFocus: true }),
    meta: { silent: true },
  });
  // What was found out about another address says nothing about this one.
  const found = test.variables === typed ? test.data : undefined;
  return (
    <div className="field admin-test">
      <Button
        size="s"
        aria-disabled={test.isPending || typed === ''}
        onClick={() => !test.isPending && typed !== '' && test.mutate(String(getValues('provider_url')))}
      >
        {test.isPending ? t('admin.sso.testing') : t('admin.sso.test')}
      </Button>
      <span role="status">
        {found && (
          <StateLabel tone={found.pkce ? 'good' : 'warn'}>
            {t(found.pkce ? 'admin.sso.answers' : 'admin.sso.answersWithoutPkce', { issuer: found.issuer })}
          </StateLabel>
        )}
      </span>
    </div>
  );
}
