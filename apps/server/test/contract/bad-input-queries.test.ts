import { describe, expect, test } from 'vitest';
import { client, ids, judge, pathOf, snapshot, useBadInputDesk } from './bad-input-desk.ts';
import { all, ownQueries, sampleText, withQuery } from './bad-input-samples.ts';

useBadInputDesk();

describe('queries', () => {
  const texts = [
    ...['', '0', '-1', '1.5', 'x', '0x1', '1e1', '2147483648', '1e400', 'Infinity', 'NaN', '%00', '%ff', '%ed%a0%80'],
    ...['[]', '[1]', '[{}]', '{}', 'null', 'true', '%201', '1000001', '__proto__', 'conversations.constructor'],
    ...['{"__proto__":1}', '[{"field":"__proto__","operator":"equals","value":"1"}]', "'", '%27%20or%201=1--'],
    ...['[{"model":"conversations","field":"status_id","operator":"constructor","value":"1"}]', 'asc;drop', 'x,desc'],
    ...['[{"model":"conversations","field":"status_id;","operator":"equals","value":"1"}]', 'x'.repeat(5_000)],
  ];
  const good: Record<string, string[]> = {
    page: [],
    page_size: [],
    order_by: [''],
    order: [''],
    filters: ['', '[]', '[{}]'],
    after: [''],
    sort: [],
    limit: [],
    cursor: [''],
    unread: ['0', 'true'],
    failed: ['0', 'true'],
  };

  test.each(withQuery)('%s refuses what does not fit, by its name', async (name, route) => {
    const before = await snapshot();
    const isMember = name !== 'conversations.team_unassigned';
    for (const member of Object.keys(route.query!.shape)) {
      for (const text of texts) {
        const answer = await judge(() => client.send('GET', `${pathOf(route)}?${member}=${text}`), before);
        // A view has its own filters; uuids that are none are left out; whatever is typed can be searched for.
        const isTyped =
          (name.startsWith('search.') && ['query', 'q'].includes(member)) ||
          (name === 'contacts.list' && member === 'search');
        const isAnything =
          (name === 'views.conversations' && member === 'filters') ||
          ['views.matching', 'presence.list'].includes(name) ||
          isTyped;
        if (!isMember || ['custom_attributes.list', 'automations.list'].includes(name) || isAnything) continue;
        // They name an entry, as a path does: one that the conversation does not have is not found.
        if (name === 'messages.list' && ['before', 'after', 'around'].includes(member)) {
          expect(answer.status, text.slice(0, 100)).toBe(text === '%00' ? 400 : 404);
          continue;
        }
        const clamps = name === 'messages.list' && member === 'page_size' && ['2147483648', '1000001'].includes(text);
        // Its cursor is a number, which need not be there any more.
        const isNumber =
          member === 'cursor' &&
          ((name === 'notifications.list' && text === '1000001') ||
            (['causes.list', 'automations.log'].includes(name) && ['2147483648', '1000001'].includes(text)));
        const isGood = good[member]!.includes(text) || clamps || isNumber;
        const what = `${member}=${text.slice(0, 100)} answered ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status, what).toBe(isGood ? 200 : 400);
        if (!isGood) expect(answer.json().message, what).toContain(member);
      }
      await judge(() => client.send('GET', `${pathOf(route)}?${member}[]=1&${member}[a]=1`), before);
      await judge(() => client.send('GET', `${pathOf(route)}?${member}=1&${member}=2`), before);
    }
  });

  const nasty = ['', '0', '-1', '1.5', 'x', '2147483648', '1e400', '%00', '%ff', '[]', '__proto__', 'x'.repeat(5_000)];
  const withOwn = all.filter(([name, route]) => route.query && ownQueries.includes(name));
  test.each(withOwn)('%s answers whatever a query says', async (_name, route) => {
    for (const member of Object.keys(route.query!.shape)) {
      for (const text of nasty) {
        const path = `${pathOf(route)}?${member}=${text}`;
        const before = await snapshot();
        const answer = await client.send('GET', path);
        if (answer.status !== 200) await judge(async () => answer, before);
      }
    }
  });

  const cursors: [string, unknown[]][] = [
    ['conversations.last_message_at', ['2025-13-45 99:99:99+00', 1]],
    ['conversations.last_message_at', ['2025-02-30 00:00:00+00', 1]],
    ['conversations.last_message_at', ['0000-01-01 00:00:00+00', 1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+99', 1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', 1e20]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', -1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', '1']],
    ['conversations.priority_id', ['9999999999', 1]],
    ['conversations.priority_id', [null, -5e10]],
    ['conversation_statuses.name', ['a\u0000', 1]],
  ];
  test.each(cursors)('a forged cursor by %s is refused: %j', async (field, place) => {
    const before = await snapshot();
    const after = Buffer.from(JSON.stringify([field, 'desc', ...place])).toString('base64url');
    const path = `/api/v1/conversations/all?order_by=${field}&after=${after}`;
    const answer = await judge(() => client.send('GET', path), before);
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
    expect(answer.json().message).toContain('after');
  });

  const filterValues = [
    ...['2147483648', '1e3', '0000-01-01', '9999-12-31', '99999-01-01', '2025-02-30', '+275760-09-13', '-1', '1,2,3'],
    ...[
      '275760-09-13T00:00:00Z',
      '2025-01-01T99:99:99',
      ',',
      '1,',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-99:99',
    ],
    ...['\\ud800', 'a\\u0000', '%', "'", '[1]', '["2147483648"]'],
  ];
  const operators = ['equals', 'not equals', 'in', 'between', 'ilike', 'contains', 'greater than', 'less than'];
  test.each(['status_id', 'priority_id', 'created_at', 'waiting_since', 'subject', 'tags', 'reference_number'])(
    'no filter on %s breaks a list',
    async (field) => {
      const before = await snapshot();
      for (const operator of operators) {
        for (const value of filterValues) {
          const filters = `[{"model":"conversations","field":"${field}","operator":"${operator}","value":"${value.replaceAll('"', '\\"')}"}]`;
          const path = `/api/v1/conversations/all?filters=${encodeURIComponent(filters)}`;
          const answer = await judge(() => client.send('GET', path), before);
          if (answer.status !== 200) expect(answer.json().message).toContain('filters');
        }
      }
    },
  );
});

describe('ids in paths', () => {
  const byId = all.filter(([, route]) => route.path.includes(':id') && !route.redirects);
  test.each(byId)('%s wants a positive whole number', async (name, route) => {
    const before = await snapshot();
    const texts = ['0', '-1', 'abc', '1.0', '0x1', '1e0', '2147483648', '99999999999999999999', '%00', '%20', '1%20'];
    for (const id of [...texts, '%201', '+1', 'NaN', 'Infinity', '%zz', '%ff', '%e2%80%a8', "1'--"]) {
      const path = route.path.replace(':id', id);
      const body = sampleText(name);
      const answer = await judge(
        () => client.send(route.method, path, route.method === 'GET' ? {} : { type: 'application/json', body }),
        before,
      );
      expect([answer.status, answer.json().error_type], `${id}: ${answer.text}`).toEqual([400, 'InputException']);
    }
  });

  const byUuid = all.filter(([, route]) => route.path.includes(':uuid'));
  test.each(byUuid)('%s does not know malformed and foreign uuids', async (name, route) => {
    const before = await snapshot();
    const known = String(ids.uuid);
    const malformed = ['x', '%00', `{${known}}`, `${known}x`, known.replaceAll('-', ''), '..%2f..', '1'];
    for (const uuid of [...malformed, '00000000-0000-4000-8000-000000000000']) {
      const body = sampleText(name);
      const options = route.method === 'GET' ? {} : { type: 'application/json', body };
      const path = route.path
        .replace(':uuid', uuid)
        .replace(':message_uuid', String(ids.message_uuid))
        .replace(':kind', String(ids.kind))
        .replace(':id', String(ids.id));
      const answer = await judge(() => client.send(route.method, path, options), before);
      expect([answer.status, answer.json().error_type], `${uuid}: ${answer.text}`).toEqual([404, 'NotFoundException']);
      if (!route.path.includes(':message_uuid')) continue;
      const nestedPath = route.path.replace(':uuid', known).replace(':message_uuid', uuid);
      const nestedAnswer = await judge(() => client.send(route.method, nestedPath, options), before);
      expect([nestedAnswer.status, nestedAnswer.json().error_type]).toEqual([404, 'NotFoundException']);
    }
  });
});
