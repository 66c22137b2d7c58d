import { type ReactNode, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { NumberField, SecretField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { firstImap, firstSmtp } from './inbox-form.ts';

type Side = 'imap' | 'smtp';

/** One side's server: none at all, which is local mail, or its host, sign-in and pace. Further ones stay as they are. */
export function ServerFields({ side, id }: { side: Side; id?: number }) {
  const { watch, setValue } = useFormContext();
  const path = `config.${side}`;
  const servers = watch(path) as unknown[];
  /** What stood there before it was switched off comes back. */
  const put = useRef<unknown[]>([]);
  const isUsed = servers.length > 0;
  const choose = (use: boolean) => {
    if (!use) put.current = servers;
    const first = side === 'imap' ? firstImap : firstSmtp;
    const next = put.current.length > 0 ? put.current : [{ ...first }];
    setValue(path, use ? next : [], { shouldDirty: true });
  };
  return (
    <>
      <div className="field">
        <Switch
          label={t(`admin.inbox.${side}.use`)}
          {...(!isUsed && { help: t(`admin.inbox.${side}.local`) })}
          checked={isUsed}
          onChange={(event) => choose(event.target.checked)}
        />
      </div>
      {isUsed && (
        <>
          <HostFields path={`${path}.0`} side={side} />
          <SignInFields path={`${path}.0`} side={side} />
          {side === 'imap' ? <ImapPace path={`${path}.0`} /> : <SmtpPace path={`${path}.0`} />}
          {servers.length > 1 && (
            <p className="help inbox-more">
              {t('admin.inbox.moreServers', { n: servers.length - 1 }, servers.length - 1)}
            </p>
          )}
          <ConnectionTest side={side} {...(id !== undefined && { id })} />
        </>
      )}
    </>
  );
}

interface PartProps {
  path: string;
  side: Side;
}

function HostFields({ path }: PartProps) {
  return (
    <div className="admin-pair is-host">
      <TextField name={`${path}.host`} label={t('globals.terms.host', {}, 1)} dir="ltr" spellCheck={false} />
      <NumberField name={`${path}.port`} label={t('globals.terms.port', {}, 1)} />
      <SelectField
        name={`${path}.tls_type`}
        label={t('admin.inbox.encryption')}
        options={[
          { value: 'tls', label: 'SSL/TLS' },
          { value: 'starttls', label: 'STARTTLS' },
          { value: 'none', label: t('admin.inbox.encryption.none') },
        ]}
      />
    </div>
  );
}

function SignInFields({ path, side }: PartProps) {
  return (
    <>
      {side === 'smtp' && (
        <SelectField
          name={`${path}.auth_protocol`}
          label={t('admin.inbox.authProtocol')}
          help={t('admin.inbox.authProtocol.description')}
          read={(value) => (value === '' ? 'none' : String(value))}
          options={[
            { value: 'login', label: 'LOGIN' },
            { value: 'plain', label: 'PLAIN' },
            { value: 'cram', label: 'CRAM-MD5' },
            { value: 'none', label: t('admin.inbox.auth.none') },
          ]}
        />
      )}
      <div className="admin-pair">
        <TextField name={`${path}.username`} label={t('globals.terms.username', {}, 1)} dir="ltr" spellCheck={false} />
        <SecretField name={`${path}.password`} label={t('globals.terms.password', {}, 1)} />
      </div>
    </>
  );
}

function ImapPace({ path }: { path: string }) {
  return (
    <>
      <div className="admin-pair">
        <TextField
          name={`${path}.mailbox`}
          label={t('admin.inbox.mailbox')}
          help={t('admin.inbox.mailbox.description')}
          spellCheck={false}
        />
        <TextField
          name={`${path}.read_interval`}
          label={t('admin.inbox.imapScanInterval')}
          help={t('admin.inbox.imapScanInterval.description')}
          dir="ltr"
        />
      </div>
      <More path={path}>
        <TextField
          name={`${path}.scan_inbox_since`}
          label={t('admin.inbox.imapScanInboxSince')}
          help={t('admin.inbox.imapScanInboxSince.description')}
          dir="ltr"
        />
      </More>
    </>
  );
}

function SmtpPace({ path }: { path: string }) {
  return (
    <More path={path}>
      <div className="admin-pair">
        <NumberField
          name={`${path}.max_conns`}
          label={t('admin.inbox.maxConnections')}
          help={t('admin.inbox.maxConnections.description')}
        />
        <NumberField
          name={`${path}.max_msg_retries`}
          label={t('admin.inbox.maxRetries')}
          help={t('admin.inbox.maxRetries.description')}
        />
        <TextField
          name={`${path}.idle_timeout`}
          label={t('admin.inbox.idleTimeout')}
          help={t('admin.inbox.idleTimeout.description')}
          dir="ltr"
        />
        <TextField
          name={`${path}.wait_timeout`}
          label={t('admin.inbox.waitTimeout')}
          help={t('admin.inbox.waitTimeout.description')}
          dir="ltr"
        />
      </div>
      <TextField
        name={`${path}.hello_hostname`}
        label={t('admin.inbox.heloHostname')}
        help={t('admin.inbox.heloHostname.description')}
        dir="ltr"
        isOptional
      />
    </More>
  );
}

/** What hardly anybody changes; open as soon as something in it is wrong. */
function More({ path, children }: { path: string; children: ReactNode }) {
  const { formState } = useFormContext();
  const hasErrors = Object.keys(formState.errors).length > 0;
  return (
    <details className="inbox-details" {...(hasErrors && { open: true })}>
      <summary>{t('admin.inbox.advanced')}</summary>
      {children}
      <SwitchField
        name={`${path}.tls_skip_verify`}
        label={t('admin.inbox.skipTLSVerification')}
        help={t('admin.inbox.skipTLSVerification.description')}
      />
    </details>
  );
}
