import {
  adminRoleName,
  agentRoleName,
  agentRolePermissions,
  allPermissions,
  defaultStatusNames,
} from '@bellhop/contract';
import type pg from 'pg';

/** What first start puts into an empty database beside the fixed rows. */
export interface FirstStart {
  root_url: string;
  admin_email: string;
  /** argon2id hash. */
  admin_password_hash: string;
  session_lifetime_ms: number;
}

/**
 * Fills an empty database with what behaviour 12 lists: System, the first administrator, roles, statuses, priorities,
 * settings, business hours, an SLA policy and the inbox Local mail. Does nothing when an agent exists. Answers whether it did.
 */
export async function seedFirstStart(client: pg.Client, firstStart: () => Promise<FirstStart>): Promise<boolean> {
  const existing = await client.query("select 1 from users where type = 'agent' limit 1");
  if (existing.rowCount) return false;
  const start = await firstStart();
  await client.query('begin');
  try {
    const roleIds: Record<string, number> = {};
    for (const [name, description, permissions] of [
      [adminRoleName, 'May do everything', allPermissions],
      [agentRoleName, 'Answers conversations', agentRolePermissions],
    ] as const) {
      const { rows } = await client.query<{ id: number }>(
        'insert into roles (name, description, permissions) values ($1, $2, $3) returning id',
        [name, description, permissions],
      );
      roleIds[name] = rows[0]!.id;
    }
    const insertAgent =
      "insert into users (type, email, first_name, last_name, password_hash) values ('agent', $1, $2, $3, $4) returning id";
    const system = await client.query<{ id: number }>(insertAgent, ['System', 'System', '', null]);
    const admin = await client.query<{ id: number }>(insertAgent, [
      start.admin_email.toLowerCase(),
      'Admin',
      '',
      start.admin_password_hash,
    ]);
    for (const user of [system, admin]) {
      await client.query('insert into user_roles (user_id, role_id) values ($1, $2)', [
        user.rows[0]!.id,
        roleIds[adminRoleName],
      ]);
    }
    for (const [name, category] of [
      [defaultStatusNames.open, 'open'],
      [defaultStatusNames.snoozed, 'waiting'],
      [defaultStatusNames.resolved, 'resolved'],
      [defaultStatusNames.closed, 'resolved'],
    ]) {
      await client.query('insert into conversation_statuses (name, category) values ($1, $2)', [name, category]);
    }
    for (const name of ['Low', 'Medium', 'High']) {
      await client.query('insert into conversation_priorities (name) values ($1)', [name]);
    }
    const day = { open: '09:00', close: '17:00' };
    const hours = await client.query<{ id: number }>(
      "insert into business_hours (name, description, hours) values ('Default', 'Monday to Friday, nine to five', $1) returning id",
      [JSON.stringify({ Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day })],
    );
    await client.query(
      "insert into sla_policies (name, description, first_response_time, resolution_time) values ('Default', 'First response within an hour, resolved within 24', '1h', '24h')",
    );
    const values: Record<string, unknown> = {
      'app.lang': 'en',
      'app.root_url': start.root_url,
      'app.logo_url': `${start.root_url}/logo.png`,
      'app.site_name': 'Bellhop',
      'app.favicon_url': `${start.root_url}/favicon.ico`,
      'app.max_file_upload_size': 20,
      'app.allowed_file_upload_extensions': ['*'],
      'app.timezone': 'UTC',
      'app.business_hours_id': String(hours.rows[0]!.id),
      'app.undo_send_seconds': 10,
      'app.session_lifetime_seconds': Math.round(start.session_lifetime_ms / 1000),
    };
    for (const [key, value] of Object.entries(values)) {
      await client.query('insert into settings (key, value) values ($1, $2) on conflict (key) do nothing', [
        key,
        JSON.stringify(value),
      ]);
    }
    // A whole e-mail inbox with two local ends, so that the main job works before any mailbox is connected (running page).
    await client.query(
      `insert into inboxes (name, "from", address, enable_plus_addressing)
       values ('Local mail', 'Support <support@bellhop.local>', 'support@bellhop.local', true)`,
    );
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
