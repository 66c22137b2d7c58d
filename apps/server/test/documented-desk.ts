import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteName } from '@bellhop/contract';
import sharp from 'sharp';
import { renewSettings } from '../src/features/settings/index.ts';
import { adminEntities, otherAdminBodies } from './admin-bodies.ts';
import type { ApiClient } from './api-client.ts';
import { openConversation } from './conversations.ts';
import { startAiProvider } from './fakes/ai-provider.ts';
import { testPassword } from './harness.ts';
import { createMailDesk, type MailDesk, plainMail } from './mail-desk.ts';
import { addApp, addPasskey, deskOrigin, moveToTls, SoftApp } from './second-factor.ts';
import { SoftPasskey } from './soft-authenticator.ts';

/** What of a documented request must be real for it to succeed; the rest is the document's example. */
export interface Filling {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  /** Members that replace those of the example. */
  body?: Record<string, unknown>;
  file?: { part: string; blob: Blob; name: string };
  as?: ApiClient;
}

/** A desk on which every documented request can succeed, with a row of its own for each. */
export interface DocumentedDesk extends MailDesk {
  admin: ApiClient;
  /** What the operation needs on this desk; a new row with each call. */
  fill(operationId: string, example: unknown): Promise<Filling>;
}

const tables: Partial<Record<string, { table: string; create: RouteName; sample: Record<string, unknown> }>> =
  Object.fromEntries(adminEntities.map((entity) => [entity.create.split('.')[0], entity]));

export async function createDocumentedDesk(): Promise<DocumentedDesk> {
  // As in production, where nothing straightens answers before they leave.
  const desk = await createMailDesk({ env: { NODE_ENV: 'production' } });
  const provider = await startProvider();
  await desk.pool.query(
    `insert into settings (key, value) values ('app.allow_private_addresses', 'true'), ('notification.email.enabled', 'true')
     on conflict (key) do update set value = excluded.value`,
  );
  await renewSettings(desk.app.deps.db);
  const ai = await startAiProvider();
  await desk.pool.query('update ai_settings set enabled = true, allow_private = true, base_url = $1', [ai.base_url]);
  await moveToTls(desk);
  const admin = await desk.as();
  const me = (await admin.call('agents.me')).data;
  const team = await desk.addTeam('Orders', [me.id]);
  const colleague = await desk.addAgent({ email: 'lee@desk.test', first_name: 'Lee', team_ids: [team] });
  for (const applies_to of ['contact', 'conversation']) {
    const body = { ...tables.custom_attributes!.sample, applies_to };
    const answer = await admin.call('custom_attributes.create', { body });
    if (answer.status !== 200) throw new Error(`custom_attributes.create: ${answer.body.message}`);
  }
  const picture = new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const avatar = { part: 'files', blob: new Blob([picture], { type: 'image/png' }), name: 'face.png' };
  let made = 0;

  /** Names, keys and addresses are taken once. */
  const fresh = (body: unknown): Record<string, unknown> => {
    made++;
    const { name, key, email } = (body ?? {}) as Record<string, unknown>;
    return {
      ...(typeof name === 'string' && { name: `${name} ${made}` }),
      ...(typeof key === 'string' && { key: `${key}_${made}` }),
      ...(typeof email === 'string' && { email: `n${made}.${email}` }),
    };
  };
  const newest = async (table: string) => {
    const { rows } = await desk.pool.query<{ id: string }>(`select max(id) as id from ${table}`);
    return Number(rows[0]!.id);
  };
  const newRow = async (feature: string) => {
    const entity = tables[feature]!;
    const body = { ...entity.sample, ...fresh(entity.sample), ...(feature === 'oidc' && provider.body) };
    const answer = await admin.call(entity.create, { body });
    if (answer.status !== 200) throw new Error(`${entity.create}: ${answer.body.message}`);
    return newest(entity.table);
  };
  const conversation = async () => (await openConversation(desk, { subject: 'Where is my parcel?' })).conversation;
  const uuid = async () => ({ path: { uuid: (await conversation()).uuid } });
  const contact = async () => (await conversation()).contact_id;
  const note = async () => {
    const id = await contact();
    await admin.call('contact_notes.create', { params: { id }, body: { note: '<p>Hello</p>' } });
    return { path: { id, note_id: await newest('contact_notes') } };
  };
  const view = async () => {
    const filters = [{ model: 'conversations', field: 'status_id', operator: 'equals', value: '1' }];
    const answer = await admin.call('views.create', { body: { name: `View ${made++}`, filters } });
    if (answer.status !== 200) throw new Error(`views.create: ${answer.body.message}`);
    return newest('views');
  };
  const letter = async () => {
    await desk.take(plainMail());
    const message = (await desk.messages()).filter(({ type }) => type === 'incoming').at(-1)!;
    const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [message.conversation_id]);
    return { path: { uuid: rows[0]!.uuid, message_uuid: message.uuid } };
  };
  const browser = () => ({
    endpoint: `https://push.invalid/${made++}`,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  });
  const subscription = async () => ({
    path: { id: (await admin.call('push.subscribe', { body: browser() })).data.id },
  });
  const reply = async (body: object) => {
    const { uuid: place } = await conversation();
    const { data } = await admin.call('messages.send', {
      params: { uuid: place },
      body: { message: '<p>Yes</p>', to: ['mina@mail.example'], ...body },
    });
    return { path: { uuid: place, message_uuid: data.uuid } };
  };
  const quarantined = async () => {
    await desk.take(plainMail());
    const id = await newest('raw_mails');
    await desk.pool.query("update raw_mails set state = 'quarantined', attempts = 3, error = 'broken' where id = $1", [
      id,
    ]);
    return { path: { id } };
  };
  const key = async (owner: ApiClient) => {
    const body = { name: `Key ${made++}`, permissions: [], expires_at: null };
    return (await owner.call('api_keys.create', { body })).data;
  };
  const delivery = async () => {
    const id = await newRow('webhooks');
    const seq = ++made;
    await desk.pool.query(
      `insert into webhook_events (seq, created_at, event, order_key, body) values ($1, now(), 'contact.updated', 'contact', $2)`,
      [seq, JSON.stringify({ event_id: `evt_${seq}`, occurred_at: new Date().toISOString() })],
    );
    const { rows } = await desk.pool.query<{ id: string }>(
      `insert into webhook_deliveries (webhook_id, seq, created_at, order_key, state, finished_at)
       values ($1, $2, now(), 'contact', 'failed', now()) returning id`,
      [id, seq],
    );
    return { path: { id, delivery_id: Number(rows[0]!.id) } };
  };
  const trial = { policy: { name: 'Gold', first_response_time: '1h' } };
  const simulation = async () => ({ path: { id: (await admin.call('sla.simulate', { body: trial })).data.id } });
  const tried = otherAdminBodies['automations.dry_run']!;
  const dryRun = async () => ({ path: { id: (await admin.call('automations.dry_run', { body: tried })).data.id } });
  /** An agent with an app and a passkey, who has just signed in. */
  const withFactor = async () => {
    const email = `factor${++made}@desk.test`;
    const id = await desk.addAgent({ email });
    await desk.pool.query('delete from login_attempts');
    const client = await desk.as(email);
    const { codes } = await addApp(desk, client);
    return { id, email, client, codes, passkey: await addPasskey(client) };
  };
  const ownPasskey = async () => {
    const { client } = await withFactor();
    return { path: { id: await newest('passkeys') }, as: client };
  };
  const draft = { base_version: 0 };

  const special: Record<string, (example: unknown) => Promise<Filling> | Filling> = {
    'auth.login': () => ({ body: { email: 'lee@desk.test', password: testPassword }, as: desk.anonymous() }),
    'account.change_password': async () => {
      made++;
      await desk.addAgent({ email: `pass${made}@desk.test` });
      return { body: { current_password: testPassword }, as: await desk.as(`pass${made}@desk.test`) };
    },
    'auth.logout': async () => ({ as: await desk.as() }),
    'auth.reset_password': () => ({ body: { email: 'lee@desk.test' }, as: desk.anonymous() }),
    'auth.set_password': async () => {
      const agent = await desk.addAgent({ email: `link${made++}@desk.test` });
      const token = randomBytes(32).toString('base64url');
      await desk.pool.query(
        "insert into password_tokens (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 day')",
        [agent, createHash('sha256').update(token).digest()],
      );
      return { body: { token, password: testPassword }, as: desk.anonymous() };
    },
    'push.subscribe': () => ({ body: browser() }),
    'push.unsubscribe': subscription,
    'push.test': subscription,
    'sessions.end_mine': async () => {
      await desk.as();
      const other = (await admin.call('sessions.mine')).data.find((one) => !one.is_current)!;
      return { path: { session_id: other.id } };
    },
    'sessions.end': async () => {
      await desk.as('lee@desk.test');
      const { data } = await admin.call('sessions.list', { params: { id: colleague } });
      return { path: { id: colleague, session_id: data[0]!.id } };
    },
    'sessions.list': () => ({ path: { id: colleague } }),
    'sessions.end_all': () => ({ path: { id: colleague } }),
    'api_keys.update': async (example) => ({ path: { id: (await key(admin)).id }, body: fresh(example) }),
    'api_keys.revoke': async () => ({ path: { id: (await key(admin)).id } }),
    'api_keys.list_of': () => ({ path: { id: colleague } }),
    'api_keys.revoke_of': async () => ({
      path: { id: colleague, key_id: (await key(await desk.as('lee@desk.test'))).id },
    }),
    'login.second_factor': async () => {
      const { codes, email } = await withFactor();
      const begun = desk.anonymous();
      await begun.call('auth.login', { body: { email, password: testPassword } });
      return { body: { code: codes[0] }, as: begun };
    },
    'login.passkey_options': () => ({ body: { alone: true }, as: desk.anonymous() }),
    'login.passkey_verify': async () => {
      const { passkey } = await withFactor();
      const browser = desk.anonymous();
      const { data } = await browser.call('login.passkey_options', { body: { alone: true } });
      return { body: { response: passkey.get(data) }, as: browser };
    },
    'account.confirm': async () => ({ body: { password: testPassword, code: undefined, passkey: undefined } }),
    'account.confirm_passkey_options': async () => ({ as: (await withFactor()).client }),
    'account.begin_totp': async () => ({ as: (await withFactor()).client }),
    'account.finish_totp': async () => {
      const { client } = await withFactor();
      const { data } = await client.call('account.begin_totp');
      return { body: { code: new SoftApp(desk, data.secret).code() }, as: client };
    },
    'account.begin_passkey': async () => ({ as: (await withFactor()).client }),
    'account.add_passkey': async () => {
      const { client } = await withFactor();
      const { data } = await client.call('account.begin_passkey');
      return { body: { response: new SoftPasskey(deskOrigin).create(data) }, as: client };
    },
    'account.rename_passkey': ownPasskey,
    'account.remove_passkey': ownPasskey,
    'account.remove_totp': async () => ({ as: (await withFactor()).client }),
    'account.renew_recovery_codes': async () => ({ as: (await withFactor()).client }),
    'agents.second_factor': () => ({ path: { id: colleague } }),
    'agents.reset_second_factor': async () => ({ path: { id: (await withFactor()).id } }),
    'agents.update_me': () => ({ file: avatar }),
    'agents.create': (example) => ({ body: fresh(example) }),
    'settings.set_picture': () => ({ file: avatar }),
    'settings.update_general': () => ({}),
    'media.upload': () => ({ file: { ...avatar, blob: new Blob(['%PDF-1.7 hello']), name: 'invoice.pdf' } }),
    'media.download': async () => {
      const form = new FormData();
      form.set('files', avatar.blob, 'face.png');
      const { data } = await admin.call('media.upload', { body: form });
      return { path: { name: data.uuid } };
    },
    'contacts.update': async () => ({ path: { id: await contact() }, file: avatar }),
    'contact_notes.create': async () => ({ path: { id: await contact() } }),
    'contact_notes.delete': note,
    'conversations.team_unassigned': () => ({ path: { id: team } }),
    'conversations.assign_user': async () => ({ ...(await uuid()), body: { assignee_id: colleague } }),
    'conversations.assign_team': async () => ({ ...(await uuid()), body: { assignee_id: team } }),
    'conversations.bulk': async () => ({ body: { uuids: [(await conversation()).uuid] } }),
    'drafts.save': async () => ({ path: { uuid: (await conversation()).uuid }, body: draft }),
    'drafts.save_new': async () => {
      await admin.call('drafts.discard_new');
      return { body: draft };
    },
    'causes.get': async () => {
      const { id, uuid: place } = await conversation();
      await desk.pool.query("insert into causes (kind, conversation_id) values ('sla', $1)", [id]);
      return { path: { uuid: place, id: await newest('causes') } };
    },
    'messages.get': letter,
    'messages.original': letter,
    'messages.threading': letter,
    'messages.eml': letter,
    'messages.send': async () => ({ ...(await uuid()), body: { send_id: crypto.randomUUID() } }),
    'messages.undo': () => reply({ undo: true }),
    'messages.retry': async () => {
      const made = await reply({ undo: true });
      await desk.pool.query("update messages set status = 'failed' where uuid = $1", [made.path.message_uuid]);
      await desk.pool.query(
        "update outgoing_mails set state = 'failed' where message_id = (select id from messages where uuid = $1)",
        [made.path.message_uuid],
      );
      return made;
    },
    'macros.apply': async () => ({ path: { uuid: (await conversation()).uuid, id: await newRow('macros') } }),
    'automations.set_weights': async () => ({ body: { [await newRow('automations')]: 1 } }),
    'notifications.mark_read': async () => {
      const { id } = await conversation();
      await desk.pool.query(
        `insert into notifications (kind, agent_id, conversation_id, actor_id, created_at)
         values ('assignment', $1, $2, $3, now())`,
        [me.id, id, colleague],
      );
      return { path: { id: await newest('notifications') } };
    },
    'inboxes.quarantined_eml': quarantined,
    'inboxes.replay_mail': quarantined,
    'inboxes.round_trip': () => ({ path: { id: 1 } }),
    'inboxes.round_trip_state': () => ({ path: { id: 1 } }),
    'oidc.create': (example) => ({ body: { ...fresh(example), ...provider.body } }),
    'oidc.test': () => ({ body: provider.body }),
    'oidc.update': async (example) => ({
      path: { id: await newRow('oidc') },
      body: { ...fresh(example), ...provider.body },
    }),
    'activity_logs.get': async () => {
      await newRow('tags');
      return { path: { id: await newest('activity_logs') } };
    },
    'business_hours.preview': () => ({
      body: { is_always_open: true, zone: 'UTC', start: '2026-06-05T17:30', duration: '4h' },
    }),
    'automations.dry_run': () => ({ body: tried }),
    'automations.dry_run_state': dryRun,
    'automations.cancel_dry_run': dryRun,
    'sla.simulate': () => ({ body: trial }),
    'sla.simulation': simulation,
    'sla.cancel_simulation': simulation,
    'webhooks.delivery': delivery,
    'webhooks.replay': delivery,
    'ai.summarise': uuid,
    'ai.suggest_reply': uuid,
    'views.matching': async () => ({ path: { id: await view() }, query: { uuids: (await conversation()).uuid } }),
  };

  /** Rows of features whose id stands in the address. */
  const idOf = async (feature: string): Promise<number | null> => {
    if (feature === 'contacts' || feature === 'contact_notes') return contact();
    if (feature === 'views') return view();
    return tables[feature] ? newRow(feature) : null;
  };

  return {
    ...desk,
    admin,
    async fill(operationId, example) {
      const [feature, verb] = operationId.split('.') as [string, string];
      const own = special[operationId];
      if (own) return own(example);
      if (/^(conversations|messages|causes|drafts)$/.test(feature)) return uuid();
      if (verb === 'create') return { body: fresh(example) };
      const id = await idOf(feature);
      return { ...(id !== null && { path: { id } }), ...(tables[feature] && { body: fresh(example) }) };
    },
    async close() {
      provider.close();
      await ai.close();
      await desk.close();
    },
  };
}

/** A sign-on provider that can be discovered. */
async function startProvider() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { body: { provider_url: issuer }, close: () => server.close() };
}
