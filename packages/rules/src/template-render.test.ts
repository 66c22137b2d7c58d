import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatGoDate } from './go-date-layout.ts';
import { contentSlot } from './template-parse.ts';
import { checkSubject, checkTemplate, renderSubject, renderTemplate, type TemplateData } from './template-render.ts';

const data: TemplateData = {
  values: {
    'Conversation.Subject': 'Lamp & <shade>',
    'Contact.FirstName': 'Mina',
    'Contact.LastName': '',
    'Author.FullName': 'Ana Reed',
  },
  root_url: 'https://help.example',
  site_name: 'Lamps & Co',
  logo_url: 'https://help.example/logo.png',
  favicon_url: 'https://help.example/favicon.ico',
  now: new Date('2026-02-03T16:05:09Z'),
  time_zone: 'Europe/Lisbon',
};
const render = (source: string, content: string | null = null) => renderTemplate(source, data, content);

describe('what it understands', () => {
  test.each([
    ['Hi {{ .Contact.FirstName }}', 'Hi Mina'],
    ['{{.Conversation.Subject}}', 'Lamp &amp; &lt;shade&gt;'],
    ['{{ .Contact.LastName | default "friend" }}', 'friend'],
    ['{{ .Contact.LastName | default &quot;a&quot; }}', 'a'],
    ['[{{ .Contact.LastName }}]', '[]'],
    ['{{ SiteName }} {{ RootURL }} {{ LogoURL }}', 'Lamps &amp; Co https://help.example https://help.example/logo.png'],
    ['{{ Date "2 January 2006, 15:04" }}', '3 February 2026, 16:05'],
    ['{{ if .Author.FullName }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .Contact.LastName }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .Contact.LastName }}a{{ else if .Contact.FirstName }}b{{ else }}c{{ end }}d', 'bd'],
    ['{{ if .Contact.FirstName }}{{ if .Contact.LastName }}x{{ end }}y{{ end }}', 'y'],
    ['a {{- /* a remark */ -}} b', 'ab'],
    ['a\n  {{- .Contact.FirstName -}}\n b', 'aMinab'],
    // What is none of it is text.
    ['{{ .Contact.Password }} {{ .constructor }}', '{{ .Contact.Password }} {{ .constructor }}'],
    ['{{ range .Tags }} {{', '{{ range .Tags }} {{'],
    ['body{{color:red}}', 'body{{color:red}}'],
    ['{{ RootURL "x" }} {{ Date }}', '{{ RootURL "x" }} {{ Date }}'],
  ])('%s', (source, rendered) => {
    expect(render(source)).toBe(rendered);
  });

  test('the content goes into the slot, and behind a template that has none', () => {
    expect(render(`<b>${contentSlot}</b>`, '<p>Hi</p>')).toBe('<b><p>Hi</p></b>');
    expect(render('<hr>', '<p>Hi</p>')).toBe('<hr><p>Hi</p>');
    expect(render(contentSlot, '{{ .Contact.FirstName }}')).toBe('{{ .Contact.FirstName }}');
  });

  test('a subject is plain text of one line, and stays as written when it is broken', () => {
    expect(renderSubject('Re:\n {{ .Conversation.Subject }}', data)).toBe('Re: Lamp & <shade>');
    expect(renderSubject('{{ if .Contact.FirstName }}Hello', data)).toBe('{{ if .Contact.FirstName }}Hello');
  });
});

describe('what is wrong is told by its line', () => {
  test.each([
    [`${contentSlot}\n\n{{ if .Author.FullName }}`, 3, 'error', 'unclosed_if'],
    [`${contentSlot}\n{{ end }}`, 2, 'error', 'stray_end'],
    [`${contentSlot}{{ else }}`, 1, 'error', 'stray_else'],
    [`${contentSlot}\n{{ if 1 }}x{{ end }}`, 2, 'error', 'not_understood'],
    [`{{ template "header" . }}${contentSlot}`, 1, 'error', 'unknown_template'],
    ['<p>no slot</p>', 1, 'error', 'slot_missing'],
    [`${contentSlot}\n{{ .SLA.Metric }}`, 2, 'warning', 'unknown_variable'],
    [`${contentSlot}\n\n\n{{ .Contact.Name`, 4, 'warning', 'not_understood'],
    [`${contentSlot}{{ Now }}`, 1, 'warning', 'not_understood'],
  ])('%j', (body, line, severity, code) => {
    expect(checkTemplate('email_outgoing', body)).toEqual([expect.objectContaining({ line, severity, code })]);
    expect(renderTemplate(body, data, 'x') === null).toBe(severity === 'error' && code !== 'slot_missing');
  });

  test('a notification knows deadlines and has no slot', () => {
    expect(checkTemplate('email_notification', '{{ .SLA.DueIn }}')).toEqual([]);
    expect(checkTemplate('email_notification', contentSlot)).toMatchObject([{ code: 'slot_misplaced' }]);
    expect(checkSubject('{{ .Conversation.Subject }}')).toEqual([]);
    expect(checkSubject(`{{ if }}`)).toMatchObject([{ severity: 'error' }, { code: 'unclosed_if' }]);
  });

  test('nesting without end is refused', () => {
    const deep = '{{ if .Contact.FirstName }}'.repeat(20_000) + '{{ end }}'.repeat(20_000);
    expect(render(deep)).toBeNull();
  });
});

describe('whatever is written', () => {
  const piece = fc.constantFrom(
    ...['{{', '}}', '{{ end }}', '{{ else }}', '{{ if .Contact.FirstName }}', '{{- ', ' -}}', '{', '}', '"', '\n', '|'],
    ...[
      '{{ .Contact.FirstName }}',
      '{{ .Conversation.Subject | default "<b>" }}',
      '{{ Date "',
      'default',
      '.',
      contentSlot,
    ],
  );
  const source = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 })
    .map((parts) => parts.join(''));

  test('it never throws', () => {
    fc.assert(
      fc.property(source, fc.string(), (text, content) => {
        render(text, content);
        renderSubject(text, data);
        for (const problem of checkTemplate('email_outgoing', text)) expect(problem.line).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test('no value brings markup or variables along', () => {
    const hostile = fc.array(fc.constantFrom('<', '>', '"', "'", '&', '{{ SiteName }}', 'x'), { minLength: 1 });
    fc.assert(
      fc.property(hostile, (parts) => {
        const values = { 'Contact.FirstName': parts.join('') };
        const rendered = renderTemplate('{{ .Contact.FirstName }}', { ...data, values })!;
        expect(rendered).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        expect(rendered).not.toContain('Lamps');
      }),
    );
  });
});

test.each([
  ['Monday, 02 Jan 06 03:04 PM', 'Tuesday, 03 Feb 26 04:05 PM'],
  ['2006-01-02T15:04:05Z07:00', '2026-02-03T16:05:09Z'],
  ['1/2/2006 3:4:5 pm -0700', '2/3/2026 4:5:9 pm +0000'],
  ['no date at all', 'no date at all'],
])('the layout %s', (layout, written) => {
  expect(formatGoDate(data.now, layout, 'Europe/Lisbon')).toBe(written);
  expect(formatGoDate(data.now, layout, 'Nowhere/Land')).toBe(written);
});
