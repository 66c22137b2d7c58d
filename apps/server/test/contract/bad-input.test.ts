import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import { describe, expect, test } from 'vitest';
import { client, desk, ids, judge, pathOf, snapshot, useBadInputDesk } from './bad-input-desk.ts';
import { bodies, bodyText, dependent, takesNothing, values, withBody } from './bad-input-samples.ts';
import { formText } from './foreign-client.ts';

useBadInputDesk();

test('every route with a body has a sample', () => {
  expect(withBody.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort());
});

describe('JSON bodies', () => {
  test.each(withBody)('%s refuses every member that does not fit, by its name', async (name, route) => {
    const { sample, fits } = bodies[name]!;
    for (const member of Object.keys(sample)) {
      const before = await snapshot();
      let known = before;
      for (const [label, json] of [...Object.entries(values), ['absent', undefined] as const]) {
        const members = Object.entries(sample).map(([key, value]) => [key, JSON.stringify(value)] as const);
        const body = members
          .map(([key, value]) => [key, key === member ? json : value] as const)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
        const isGood = fits[member]?.includes(label) ?? false;
        await desk.pool.query('delete from login_attempts');
        const whole = bodyText(name, `{${body.join(', ')}}`);
        const answer = await judge(
          () => client.send(route.method, pathOf(route), { type: 'application/json', body: whole }),
          known,
        );
        const what = `${member}: ${label} answered ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status === 200, what).toBe(isGood);
        if (isGood) known = await snapshot();
        const { code, message } = answer.json();
        if (code === 'input.invalid' && !bodies[name]!.in_list) expect(message, what).toContain(member);
        // Deeper than anything is read.
        expect(code === 'input.undecodable', what).toBe(label.startsWith('nested'));
      }
    }
  });

  test.each(withBody)('%s refuses what is no object at all', async (name, route) => {
    const before = await snapshot();
    const isNone = (json: string) =>
      !json.startsWith('{') &&
      !(bodies[name]!.in_list && json === '[]') &&
      !(takesNothing.includes(name) && json === 'null');
    for (const body of [...Object.values(values).filter(isNone), '{"a": ', 'hello', '{} {}', '\ufeff{']) {
      const answer = await judge(
        () => client.send(route.method, pathOf(route), { type: 'application/json', body }),
        before,
      );
      expect([answer.status, answer.json().error_type], body.slice(0, 100)).toEqual([400, 'InputException']);
    }
  });

  const withSome = withBody.filter(([name]) => !takesNothing.includes(name));
  test.each(withSome)('%s refuses an empty body and bodies of other kinds', async (_name, route) => {
    const before = await snapshot();
    const boundary = '--x\r\nContent-Disposition: form-data; name="order_no"\r\n\r\nB-1\r\n--x--\r\n';
    for (const [type, body] of [
      ['application/json', ''],
      ['text/plain', '{"order_no": "B-1"}'],
      ['application/xml', '<order_no>B-1</order_no>'],
      ['application/octet-stream', '\u0000\u0001'],
      ['multipart/form-data; boundary=x', boundary],
      ['multipart/form-data', boundary],
      [undefined, '{"order_no": "B-1"}'],
    ] as const) {
      const answer = await judge(
        () => client.send(route.method, pathOf(route), { ...(type && { type }), body }),
        before,
      );
      expect([answer.status, answer.json().error_type], `${type}: ${body}`).toEqual([400, 'InputException']);
    }
  });
});

describe('bodies of calls that depend on more than them', () => {
  test.each(Object.entries(dependent))('%s refuses values well', async (name, sample) => {
    const route = routes[name as RouteName] as RouteSpec;
    const send = async (body: string) => {
      await desk.pool.query('delete from login_attempts');
      return judge(
        () => client.send(route.method, pathOf(route), { type: 'application/json', body }),
        await snapshot(),
      );
    };
    for (const [label, json] of Object.entries(values)) {
      if (!json.startsWith('{')) expect((await send(json)).status, label).not.toBe(200);
      for (const member of Object.keys(sample)) {
        const members = Object.entries(sample).map(
          ([key, value]) => `${JSON.stringify(key)}: ${key === member ? json : JSON.stringify(value)}`,
        );
        await send(`{${members.join(', ')}}`);
      }
    }
  });
});

describe('forms', () => {
  const texts = {
    NUL: '%00',
    'a broken escape': '%zz',
    'no UTF-8': '%ff%fe',
    'half a surrogate pair': '%ed%a0%80',
    twice: '1&MEMBER=2',
    'text and list': '1&MEMBER[0]=2',
    'over int4': '2147483648',
    hexadecimal: '0x1',
    exponent: '1e0',
    blank: '%201',
    list: '[1]',
    Infinity: 'Infinity',
    prototype: '&__proto__=1&__proto__[0]=2&constructor[0]=1&MEMBER=',
  };
  const forms = withBody.filter(([name, route]) => route.encoding === 'form' && name !== 'auth.login');
  test.each(forms)('%s refuses every text that does not fit', async (name, route) => {
    const { sample } = bodies[name]!;
    const before = await snapshot();
    for (const member of Object.keys(sample)) {
      // A note is any text.
      if (member === 'snoozed_until' || member === 'note') continue;
      for (const [label, text] of Object.entries(texts)) {
        const rest = Object.fromEntries(Object.entries(sample).filter(([key]) => key !== member));
        const body = [formText(rest as Record<string, string>), `${member}=${text.replaceAll('MEMBER', member)}`];
        const answer = await judge(
          () =>
            client.send(route.method, pathOf(route), {
              type: 'application/x-www-form-urlencoded',
              body: body.filter(Boolean).join('&'),
            }),
          before,
        );
        const what = `${member}=${label} answered ${answer.text}`;
        // Tag names may come as a list, and unknown ones are ignored.
        if (member === 'tags' && ['twice', 'text and list', 'list', 'prototype'].includes(label)) continue;
        expect([answer.status, answer.json().error_type], what).toEqual([400, 'InputException']);
        expect(answer.json().code, what).not.toBe('input.undecodable');
      }
    }
  });
});

describe('forms of what is otherwise sent as JSON (wire B 0.3)', () => {
  const form = (path: string, body: string, method = 'POST') =>
    client.send(method, path, { type: 'application/x-www-form-urlencoded', body });
  const sent = async (body: string) => form(`/api/v1/conversations/${ids.uuid}/messages`, body);

  test('texts stand for the values they mean', async () => {
    const note = await sent('private=true&attachments=&to=&message=Seen&force=false');
    expect(note.status, note.text).toBe(200);
    expect(note.data()).toMatchObject({ private: true, attachments: [] });
    const reply = await sent(
      'private=false&attachments=&to[0]=mina@mail.example&message=Sent&based_on_seq=1000000&send_id=',
    );
    expect(reply.status, reply.text).toBe(200);
    expect(reply.data()).toMatchObject({ private: false, type: 'outgoing' });
    const availability = await form('/api/v1/agents/me/availability', 'status=online&source=', 'PUT');
    expect(availability.status, availability.text).toBe(200);
  });

  test.each([
    ['private', 'private=yes'],
    ['private', 'private=TRUE'],
    ['private', 'private=1'],
    ['attachments', 'attachments=true'],
    ['attachments', 'attachments[0]=x'],
    ['based_on_seq', 'based_on_seq=1e3'],
    ['based_on_seq', 'based_on_seq=true'],
    ['force', 'force=0&__proto__=1&__proto__[0]=1'],
  ])('%s is refused by its name: %s', async (member, body) => {
    const before = await snapshot();
    const answer = await judge(() => sent(`${body}&message=x&to[0]=mina@mail.example`), before);
    expect([answer.status, answer.json().message]).toEqual([400, expect.stringContaining(member)]);
  });

  test('in JSON they stay the texts they are', async () => {
    const before = await snapshot();
    for (const [member, value] of Object.entries({
      private: 'true',
      attachments: '',
      based_on_seq: '7',
      force: 'false',
    })) {
      const body = JSON.stringify({ message: 'x', to: ['mina@mail.example'], [member]: value });
      const path = `/api/v1/conversations/${ids.uuid}/messages`;
      const answer = await judge(() => client.send('POST', path, { type: 'application/json', body }), before);
      expect([answer.status, answer.json().message]).toEqual([400, expect.stringContaining(member)]);
    }
    const source = { type: 'application/json', body: '{"status": "online", "source": ""}' };
    expect((await judge(() => client.send('PUT', '/api/v1/agents/me/availability', source), before)).status).toBe(400);
  });
});

describe('multipart', () => {
  const head = (name: string, filename?: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`;
  const refused: [string, string, string, number][] = [
    ['a form', 'application/x-www-form-urlencoded', 'inline=false', 400],
    ['JSON', 'application/json', '{"files": "x"}', 400],
    ['no boundary', 'multipart/form-data', '--x--\r\n', 400],
    ['another boundary', 'multipart/form-data; boundary=y', `${head('files', 'a.txt')}x\r\n--x--\r\n`, 400],
    ['nothing', 'multipart/form-data; boundary=x', '', 400],
    ['no part', 'multipart/form-data; boundary=x', '--x--\r\n', 400],
    ['the file as text', 'multipart/form-data; boundary=x', `${head('files')}null\r\n--x--\r\n`, 400],
    ['a part of another name', 'multipart/form-data; boundary=x', `${head('upload', 'a.txt')}x\r\n--x--\r\n`, 400],
    ['an empty file', 'multipart/form-data; boundary=x', `${head('files', 'a.txt')}\r\n--x--\r\n`, 400],
    ['a file that breaks off', 'multipart/form-data; boundary=x', `${head('files', 'a.txt')}half a fi`, 400],
    ['a head that breaks off', 'multipart/form-data; boundary=x', '--x\r\nContent-Dispo', 400],
    [
      'a part without a name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n',
      400,
    ],
    [
      'prototype names',
      'multipart/form-data; boundary=x',
      `${head('__proto__')}1\r\n${head('constructor')}1\r\n--x--\r\n`,
      400,
    ],
    [
      '50 fields',
      'multipart/form-data; boundary=x',
      `${head('a').repeat(1)}${Array.from({ length: 50 }, (_, i) => `\r\n${head(`f${i}`)}1`).join('')}\r\n--x--\r\n`,
      413,
    ],
  ];
  test.each(refused)('%s is refused', async (_what, type, body, status) => {
    const before = await snapshot();
    const answer = await judge(() => client.send('POST', '/api/v1/media', { type, body }), before);
    expect(answer.status, answer.text).toBe(status);
  });

  test('names of every kind are kept from harm', async () => {
    for (const filename of [
      '../../etc/passwd',
      'a\u0000b.txt',
      '\ud800.txt',
      '.',
      '..',
      '',
      'x'.repeat(900),
      '"; drop',
      '%0d%0aX: y',
    ]) {
      const answer = await judge(
        () =>
          client.postMultipart('/api/v1/media', {
            files: { filename, type: 'text/plain', bytes: Buffer.from('hello') },
            inline: false,
            linked_model: 'messages',
          }),
        undefined,
      ).catch((error: Error) => error);
      if (answer instanceof Error) throw new Error(`${JSON.stringify(filename)}: ${answer.message}`);
      if (answer.status !== 200) continue;
      const { filename: kept } = answer.data<{ filename: string }>();
      expect(kept).toMatch(/^[^/\\\p{Cc}]{1,255}$/u);
    }
  });
});
