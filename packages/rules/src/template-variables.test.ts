import { describe, expect, test } from 'vitest';
import {
  expandVariables,
  findVariables,
  unresolvedVariables,
  type VariableValues,
  variableValue,
} from './template-variables.ts';

const values: VariableValues = {
  conversation: { reference_number: '117', subject: 'Lamp & shade', priority: '', uuid: 'u-1' },
  contact: { first_name: 'Mina', last_name: '', email: 'mina@mail.example' },
  recipient: { first_name: 'Mina', last_name: '', email: 'mina@mail.example' },
  author: { first_name: 'Ana', last_name: 'Reed', email: 'ana@shop.example' },
};
const expand = (html: string, over: Partial<VariableValues> = {}) => expandVariables(html, { ...values, ...over });

describe('known variables', () => {
  test.each([
    ['<p>Hello {{ .Contact.FirstName }}</p>', '<p>Hello Mina</p>'],
    ['{{.Contact.FullName}}, {{ .Author.FullName }}', 'Mina, Ana Reed'],
    ['#{{ .Conversation.ReferenceNumber }}: {{ .Conversation.Subject }}', '#117: Lamp &amp; shade'],
    ['{{ .Contact.LastName | default "friend" }}', 'friend'],
    ['{{ .Contact.LastName | default &quot;friend&quot; }}', 'friend'],
    ['{{&nbsp;.Contact.FirstName&nbsp;| default "there" }}', 'Mina'],
    ['[{{ .Conversation.Priority }}]', '[]'],
    ['{{ .Recipient.Email }}', 'mina@mail.example'],
  ])('%s', (html, expanded) => {
    expect(expand(html)).toBe(expanded);
  });

  test('a value is escaped', () => {
    const contact = { first_name: '<img src=x onerror=alert(1)>', last_name: '', email: '' };
    expect(expand('{{ .Contact.FirstName }}', { contact })).toBe('&lt;img src=x onerror=alert(1)&gt;');
  });

  test('a value is not expanded again', () => {
    const contact = { first_name: '{{ .Author.Email }}', last_name: '', email: '' };
    expect(expand('{{ .Contact.FirstName }}', { contact })).toBe('{{ .Author.Email }}');
  });

  test('System has no author', () => {
    expect(expand('{{ .Author.FirstName | default "the team" }}', { author: null })).toBe('the team');
  });
});

describe('everything else stays', () => {
  test.each([
    '{{ foo }}',
    '{{ .Contact.Password }}',
    '{{ .Contact.constructor }}',
    '{{ .constructor.name }}',
    '{{ if .Contact }}x{{ end }}',
    '{{',
    '}} {{ }}',
    '<a href="https://x.example/?{{ .Contact.Email }}">link</a>',
    '<blockquote><p>On Monday {{ .Contact.Email }} wrote</p></blockquote>',
  ])('%s', (html) => {
    expect(expand(html)).toBe(html);
  });

  test('text behind a quote is the author’s again', () => {
    expect(expand('<blockquote>{{ .Contact.FirstName }}</blockquote>{{ .Contact.FirstName }}')).toBe(
      '<blockquote>{{ .Contact.FirstName }}</blockquote>Mina',
    );
  });
});

describe('what has no value', () => {
  test.each([
    ['<p>Hello {{ .Contact.FirstName }}</p>', []],
    [
      '<p>{{ .Contact.LastName }}, {{ .Conversation.Priority }}, {{.Contact.LastName}}</p>',
      ['Contact.LastName', 'Conversation.Priority'],
    ],
    ['{{ .Contact.LastName | default "friend" }}', []],
    ['{{ .Contact.LastName | default "" }}', ['Contact.LastName']],
    ['{{ .Contact.Password }} {{ foo }} {{', []],
    ['<blockquote>{{ .Contact.LastName }}</blockquote>', []],
    ['<a title="{{ .Contact.LastName }}">x</a>', []],
  ])('%s', (html, paths) => {
    expect(unresolvedVariables(html, values)).toEqual(paths);
  });

  test('a variable is found with its place and default', () => {
    expect(findVariables('Hi {{ .Contact.LastName | default "you" }} {{ .Else.What }}')).toEqual([
      { from: 3, to: 42, path: 'Contact.LastName', fallback: 'you' },
    ]);
    expect(variableValue('Contact.FirstName', values)).toBe('Mina');
    expect(variableValue('Contact.constructor', values)).toBe('');
  });
});
