import { formatGoDate } from './go-date-layout.ts';
import {
  type ParsedTemplate,
  parseTemplate,
  type TemplateFunction,
  type TemplateNode,
  type TemplateProblem,
  type TemplateTerm,
} from './template-parse.ts';
import { escapeText, variablePaths } from './template-variables.ts';

/** What a template is filled with. */
export interface TemplateData {
  /** Variable path to plain text, '' where there is none; a path that is not among them is unknown. */
  values: Readonly<Record<string, string>>;
  root_url: string;
  site_name: string;
  logo_url: string;
  favicon_url: string;
  now: Date;
  /** IANA name of the desk's time zone. */
  time_zone: string;
}

export type TemplateType = 'email_outgoing' | 'email_notification';

/** Variables that only mails to agents know: deadlines, and an address of the conversation that the reader may open. */
const notificationPaths = ['Conversation.URL', 'SLA.Metric', 'SLA.DueIn', 'SLA.OverdueBy'];

/** Every variable that a template of a type may ask for. */
export function templatePaths(type: TemplateType): readonly string[] {
  return type === 'email_outgoing' ? variablePaths : [...variablePaths, ...notificationPaths];
}

/**
 * HTML of a template: every value escaped, `content` (HTML already) in its slot, and behind it all where the template has none
 * (behaviour 6.2). Never throws; null when the template has errors and cannot be used.
 */
export function renderTemplate(source: string, data: TemplateData, content: string | null = null): string | null {
  const parsed = parseTemplate(source);
  if (hasErrors(parsed)) return null;
  const written = write(parsed.nodes, { data, content: content ?? '', escape: escapeText });
  return content !== null && parsed.slots.length === 0 ? written + content : written;
}

/** A subject: plain text of one line. With errors it is the text as it was written. */
export function renderSubject(source: string, data: TemplateData): string {
  const parsed = parseTemplate(source);
  const written = hasErrors(parsed) ? source : write(parsed.nodes, { data, content: '', escape: (value) => value });
  return written.replace(/\s+/g, ' ').trim();
}

/** What is wrong with a body, by line: what does not parse, variables that its type does not know, a missing slot. */
export function checkTemplate(type: TemplateType, body: string): TemplateProblem[] {
  const parsed = parseTemplate(body);
  const problems = [...parsed.problems, ...unknownIn(parsed, type)];
  if (type === 'email_outgoing' && parsed.slots.length === 0) {
    problems.push({ line: 1, severity: 'error', code: 'slot_missing', text: '' });
  }
  if (type === 'email_notification') problems.push(...misplacedSlots(parsed));
  return problems.sort((one, other) => one.line - other.line);
}

/** What is wrong with a subject, which has no content slot. */
export function checkSubject(subject: string): TemplateProblem[] {
  const parsed = parseTemplate(subject);
  return [...parsed.problems, ...unknownIn(parsed, 'email_notification'), ...misplacedSlots(parsed)];
}

function misplacedSlots({ slots }: ParsedTemplate): TemplateProblem[] {
  return slots.map((line) => ({ line, severity: 'error', code: 'slot_misplaced', text: '' }));
}

function unknownIn({ paths }: ParsedTemplate, type: TemplateType): TemplateProblem[] {
  const known = new Set(templatePaths(type));
  return paths
    .filter(({ path }) => !known.has(path))
    .map(({ line, text }) => ({ line, severity: 'warning', code: 'unknown_variable', text }));
}

function hasErrors({ problems }: ParsedTemplate): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

interface Writing {
  data: TemplateData;
  content: string;
  escape: (text: string) => string;
}

function write(nodes: readonly TemplateNode[], writing: Writing): string {
  return nodes.map((node) => writeNode(node, writing)).join('');
}

function writeNode(node: TemplateNode, writing: Writing): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'slot':
      return writing.content;
    case 'if':
      return write(termText(node.term, writing.data) ? node.yes : node.no, writing);
    case 'value': {
      const value = termText(node.term, writing.data);
      if (value === undefined) return node.source;
      return writing.escape(value === '' ? (node.fallback ?? '') : value);
    }
  }
}

/** Undefined for an unknown variable. */
function termText(term: TemplateTerm, data: TemplateData): string | undefined {
  if (term.kind === 'path') return Object.hasOwn(data.values, term.path) ? data.values[term.path]!.trim() : undefined;
  return functions[term.name](data, term.argument ?? '');
}

const functions: Record<TemplateFunction, (data: TemplateData, argument: string) => string> = {
  RootURL: (data) => data.root_url,
  SiteName: (data) => data.site_name,
  LogoURL: (data) => data.logo_url,
  FaviconURL: (data) => data.favicon_url,
  Date: (data, layout) => formatGoDate(data.now, layout, data.time_zone),
};
