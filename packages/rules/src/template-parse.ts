/** What stands between double braces and gives a text: `.Contact.FirstName`, `SiteName`, `Date "2006-01-02"`. */
export type TemplateTerm =
  | { kind: 'path'; path: string }
  | { kind: 'call'; name: TemplateFunction; argument: string | null };

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'slot' }
  | { kind: 'value'; source: string; term: TemplateTerm; fallback: string | null }
  | { kind: 'if'; term: TemplateTerm; yes: TemplateNode[]; no: TemplateNode[] };

/** Functions of a template, called without a dot (behaviour B6.1.1). */
export const templateFunctions = ['RootURL', 'SiteName', 'LogoURL', 'FaviconURL', 'Date'] as const;
export type TemplateFunction = (typeof templateFunctions)[number];

/** What is wrong in a template. With an error it cannot be used; what a warning tells of is sent as it stands. */
export interface TemplateProblem {
  /** Counted from 1. */
  line: number;
  severity: 'error' | 'warning';
  code: TemplateProblemCode;
  /** The braces that it is about, '' for the whole template. */
  text: string;
}
export const templateProblemCodes = [
  'unclosed_if',
  'stray_else',
  'stray_end',
  'unknown_template',
  'too_deep',
  'slot_missing',
  'slot_misplaced',
  'unknown_variable',
  'not_understood',
] as const;
export type TemplateProblemCode = (typeof templateProblemCodes)[number];

export interface ParsedTemplate {
  nodes: TemplateNode[];
  /** Where it asks for which variable. */
  paths: { path: string; line: number; text: string }[];
  /** Lines of the content slots. */
  slots: number[];
  problems: TemplateProblem[];
}

/** The content slot as people write it. */
export const contentSlot = '{{ template "content" . }}';

/** Deeper `if`s than anybody writes; whoever walks the tree may use recursion. */
const deepest = 50;

/** Braces without braces in them. */
const action = /\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g;
const text = '(?:"([^"]*)"|&quot;(.*?)&quot;)';
const term = String.raw`(?:\.([A-Za-z]+(?:\.[A-Za-z]+)*)|([A-Za-z]+)(?:\s+${text})?)`;
const termOnly = new RegExp(`^${term}$`, 's');
const valueOnly = new RegExp(String.raw`^${term}(?:\s*\|\s*default\s+${text})?$`, 's');
const slotOnly = new RegExp(String.raw`^template\s+${text}(?:\s+\.)?$`, 's');

interface OpenIf {
  node: Extract<TemplateNode, { kind: 'if' }>;
  line: number;
  text: string;
  /** `else if`: closed by the same `end`. */
  isChained: boolean;
  hasElse: boolean;
}

/**
 * Reads the notation of templates (behaviour 6.1): values, `if`, `else`, `end`, the content slot, `{{- trims -}}`, comments. Never
 * throws: braces that are none of it stay literal text and are told as a problem.
 */
export function parseTemplate(source: string): ParsedTemplate {
  const reader = new Reader();
  let end = 0;
  let line = 1;
  let trimNext = false;
  const literal = (text: string, trimEnd: boolean) => {
    const started = trimNext ? text.trimStart() : text;
    reader.text(trimEnd ? started.trimEnd() : started, line);
    line += countLines(text);
  };
  for (const match of source.matchAll(action)) {
    const [whole, inner = ''] = match;
    literal(source.slice(end, match.index), /^-\s/.test(inner));
    reader.action(
      inner
        .replace(/^-(?=\s)/, '')
        .replace(/(?<=\s)-$/, '')
        .trim(),
      whole,
      line,
    );
    line += countLines(whole);
    trimNext = /\s-$/.test(inner);
    end = match.index + whole.length;
  }
  literal(source.slice(end), false);
  return reader.finish();
}

class Reader {
  readonly #nodes: TemplateNode[] = [];
  readonly #open: OpenIf[] = [];
  readonly #paths: ParsedTemplate['paths'] = [];
  readonly #slots: number[] = [];
  readonly #problems: TemplateProblem[] = [];

  text(literal: string, line: number): void {
    if (literal !== '') this.#list().push({ kind: 'text', text: literal });
    const open = literal.indexOf('{{');
    if (open < 0) return;
    const text = literal.slice(open, open + 40).split('\n')[0]!;
    const at = line + countLines(literal.slice(0, open));
    this.#problems.push({ line: at, severity: 'warning', code: 'not_understood', text });
  }

  action(inner: string, source: string, line: number): void {
    const flow = /^(if|else\s+if|else|end)(?:\s+(.*))?$/s.exec(inner);
    const slot = slotOnly.exec(inner);
    if (/^\/\*.*\*\/$/s.test(inner)) return;
    if (flow) this.#flow(flow[1]!.replace(/\s+/, ' '), flow[2] ?? '', source, line);
    else if (slot) this.#slot(slot[1] ?? slot[2] ?? '', source, line);
    else this.#value(inner, source, line);
  }

  finish(): ParsedTemplate {
    for (const { isChained, line, text: source } of this.#open) {
      if (!isChained) this.#problems.push({ line, severity: 'error', code: 'unclosed_if', text: source });
    }
    return { nodes: this.#nodes, paths: this.#paths, slots: this.#slots, problems: this.#problems };
  }

  #value(inner: string, source: string, line: number): void {
    const [, path, name, argument, quoted, fallback, quotedFallback] = valueOnly.exec(inner) ?? [];
    const found = readTerm(path, name, argument ?? quoted ?? null);
    if (found) {
      if (found.kind === 'path') this.#paths.push({ path: found.path, line, text: source });
      this.#list().push({ kind: 'value', source, term: found, fallback: fallback ?? quotedFallback ?? null });
    } else this.#literal('warning', 'not_understood', source, line);
  }

  #flow(word: string, condition: string, source: string, line: number): void {
    if (word === 'if') this.#if(condition, source, line, false);
    else if (word === 'end') this.#end(condition, source, line);
    else this.#else(word === 'else if', condition, source, line);
  }

  #end(condition: string, source: string, line: number): void {
    if (condition !== '' || this.#open.length === 0) this.#literal('error', 'stray_end', source, line);
    else while (this.#open.pop()?.isChained);
  }

  #else(isChained: boolean, condition: string, source: string, line: number): void {
    const innermost = this.#open.at(-1);
    if (!innermost || innermost.hasElse || (!isChained && condition !== '')) {
      this.#literal('error', 'stray_else', source, line);
      return;
    }
    innermost.hasElse = true;
    if (isChained) this.#if(condition, source, line, true);
  }

  #if(condition: string, source: string, line: number, isChained: boolean): void {
    const [, path, name, argument, quoted] = termOnly.exec(condition) ?? [];
    const found = readTerm(path, name, argument ?? quoted ?? null);
    if (!found) this.#problems.push({ line, severity: 'error', code: 'not_understood', text: source });
    if (found?.kind === 'path') this.#paths.push({ path: found.path, line, text: source });
    if (this.#open.length >= deepest) {
      this.#literal('error', 'too_deep', source, line);
      return;
    }
    const node: OpenIf['node'] = { kind: 'if', term: found ?? { kind: 'path', path: '' }, yes: [], no: [] };
    this.#list().push(node);
    this.#open.push({ node, line, text: source, isChained, hasElse: false });
  }

  #slot(name: string, source: string, line: number): void {
    if (name === 'content') {
      this.#slots.push(line);
      this.#list().push({ kind: 'slot' });
    } else this.#literal('error', 'unknown_template', source, line);
  }

  #literal(severity: TemplateProblem['severity'], code: TemplateProblemCode, source: string, line: number): void {
    this.#problems.push({ line, severity, code, text: source });
    this.#list().push({ kind: 'text', text: source });
  }

  /** Where the next node goes. */
  #list(): TemplateNode[] {
    const innermost = this.#open.at(-1);
    if (!innermost) return this.#nodes;
    return innermost.hasElse ? innermost.node.no : innermost.node.yes;
  }
}

function readTerm(
  path: string | undefined,
  name: string | undefined,
  argument: string | null,
): TemplateTerm | undefined {
  if (path !== undefined) return { kind: 'path', path };
  const known = templateFunctions.find((one) => one === name);
  // Date alone takes a layout, and needs it.
  if (!known || (known === 'Date') !== (argument !== null)) return undefined;
  return { kind: 'call', name: known, argument };
}

function countLines(literal: string): number {
  return literal.split('\n').length - 1;
}
