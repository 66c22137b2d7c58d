import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckedDraft, checkBeforeSend, mostRecipients, type SendWarning } from './send-check.ts';
import { writtenText } from './written-text.ts';

const thread = {
  contact_email: 'mina@mail.example',
  proposed: { to: ['mina@mail.example'], cc: ['kai@partner.example'], bcc: [] },
  people: ['mina@mail.example', 'kai@partner.example', 'old@before.example'],
  own_addresses: ['help@shop.example', 'sales@shop.example'],
};
const draft: CheckedDraft = {
  to: ['mina@mail.example'],
  cc: ['kai@partner.example'],
  bcc: [],
  html: '<p>Hello Mina, it is on its way.</p>',
  file_count: 0,
  unresolved: [],
};
const check = (over: Partial<CheckedDraft>) => checkBeforeSend({ ...draft, ...over }, thread);
const kinds = (over: Partial<CheckedDraft>): SendWarning['kind'][] => check(over).map(({ kind }) => kind);
const says = (html: string) => check({ html }).map(({ kind, names }) => [kind, ...names]);

test('nothing to ask about an ordinary reply', () => {
  expect(check({})).toEqual([]);
});

describe('recipients', () => {
  test.each<[string, Partial<CheckedDraft>, SendWarning['kind'], string[]]>([
    ['a new domain in Cc', { cc: [...draft.cc, 'x@stranger.example'] }, 'new_domain', ['x@stranger.example']],
    ['a new domain in Bcc', { bcc: ['x@stranger.example'] }, 'new_domain', ['x@stranger.example']],
    ['somebody who is gone', { cc: [] }, 'dropped', ['kai@partner.example']],
    ['an address of ours', { cc: [...draft.cc, 'sales@shop.example'] }, 'own_address', ['sales@shop.example']],
    ['a variant of ours', { bcc: ['help+12@shop.example'] }, 'own_address', ['help+12@shop.example']],
  ])('%s', (_name, over, kind, names) => {
    expect(check(over)).toEqual([{ kind, names, count: names.length, blocks: false }]);
  });

  test.each<[string, Partial<CheckedDraft>]>([
    ['a new person of a known domain', { cc: [...draft.cc, 'boss@mail.example'] }],
    ['a colleague', { cc: [...draft.cc, 'ana@shop.example'] }],
    ['somebody of an earlier mail', { cc: [...draft.cc, 'other@before.example'] }],
    ['a stranger whom it is written to', { to: [...draft.to, 'x@stranger.example'] }],
    ['somebody moved to Bcc', { cc: [], bcc: ['kai@partner.example'] }],
  ])('not %s', (_name, over) => {
    expect(check(over)).toEqual([]);
  });

  test('more than ten, each counted once', () => {
    const many = (n: number) => Array.from({ length: n }, (_, index) => `p${index}@mail.example`);
    expect(kinds({ to: [...draft.to, ...many(8)] })).toEqual([]);
    expect(check({ to: [...draft.to, ...many(9)] })).toMatchObject([{ kind: 'many', count: 11, blocks: false }]);
    const most = many(mostRecipients);
    expect(check({ to: most, cc: [...draft.to, ...draft.cc] })).toMatchObject([{ kind: 'many', blocks: true }]);
    expect(kinds({ to: [...draft.to, ...many(8)], bcc: many(8) })).toEqual([]);
  });
});

describe('placeholders', () => {
  test.each(['[name]', '[order number]', '[Kundenname]', '[prénom]', '[ग्राहक का नाम]', '[お名前]'])(
    '%s',
    (placeholder) => {
      expect(says(`<p>Hello ${placeholder},</p>`)).toEqual([['placeholder', placeholder]]);
    },
  );

  test.each([
    'See note [1].',
    '[x] done',
    'They wrote "recieved" [sic].',
    'It is list[index] there.',
    'See [the page](https://shop.example).',
    '[2026-03-01 ERROR] it stopped',
    '[]',
    '<code>[name]</code>',
    '<blockquote><p>Dear [name]</p></blockquote>',
    '<pre><code>values[first name]</code></pre>',
  ])('not in %s', (html) => {
    expect(says(`<p>${html}</p>`)).toEqual([]);
  });
});

test('a variable without a value is no question', () => {
  expect(check({ unresolved: ['Contact.FirstName'] })).toEqual([
    { kind: 'variable', names: ['Contact.FirstName'], count: 1, blocks: true },
  ]);
});

describe('a file that was announced', () => {
  const announced = [
    'I have attached the invoice.',
    'See the attachment.',
    'Please find enclosed our terms.',
    'Die Rechnung ist angehängt.',
    'Anbei die Rechnung.',
    'Sie finden sie im Anhang.',
    'Das beigefügte Formular bitte ausfüllen.',
    'Vous trouverez ci-joint la facture.',
    'La facture est en pièce jointe.',
    'Adjunto la factura.',
    'Le adjuntamos el recibo.',
    'Segue em anexo a fatura.',
    'A fatura está anexada.',
    'चालान संलग्न है।',
    'मैंने फ़ाइल अटैच की है।',
    '請求書を添付しました。',
    '書類を同封いたします。',
  ];
  test.each(announced)('%s', (text) => {
    expect(says(`<p>${text}</p>`).map(([kind]) => kind)).toEqual(['no_file']);
    expect(check({ html: `<p>${text}</p>`, file_count: 1 })).toEqual([]);
    expect(check({ html: `<p>${text}</p><img src="/uploads/x">` })).toEqual([]);
    expect(check({ html: `<p>Thanks.</p><blockquote><p>${text}</p></blockquote>` })).toEqual([]);
  });

  test.each([
    'We are unattached to that.',
    'Ich hänge daran.',
    'Das war anbeißend.',
    'Le joint est cassé.',
    'Un annexe.',
    'Conjunto de datos.',
    'O Anexinho',
  ])('not in %s', (text) => {
    expect(says(`<p>${text}</p>`)).toEqual([]);
  });
});

test('the text leaves out quotations, code and markup, and reads entities', () => {
  const html =
    '<p>One <b>two</b>&nbsp;&lt;three&gt;</p><blockquote>q <blockquote>r</blockquote> s</blockquote><p>four</p>';
  expect(writtenText(html).split('\n').filter(Boolean)).toEqual(['One two <three>', 'four']);
});

test('takes any text without harm', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (html) => {
      expect(Array.isArray(check({ html }))).toBe(true);
    }),
  );
});
