/** A person as variables know one; missing parts are ''. */
export interface VariablePerson {
  first_name: string;
  last_name: string;
  email: string;
}

/** What the variables of a message stand for (behaviour B6.1.1). The author is null for messages of System. */
export interface VariableValues {
  conversation: { reference_number: string; subject: string; priority: string; uuid: string };
  contact: VariablePerson;
  recipient: VariablePerson;
  author: VariablePerson | null;
}

/** Every variable that exists, by its path in the stored notation; there is no other property access. */
const variables: Record<string, (values: VariableValues) => string> = {
  'Conversation.ReferenceNumber': ({ conversation }) => conversation.reference_number,
  'Conversation.Subject': ({ conversation }) => conversation.subject,
  'Conversation.Priority': ({ conversation }) => conversation.priority,
  'Conversation.UUID': ({ conversation }) => conversation.uuid,
  ...personVariables('Contact', ({ contact }) => contact),
  ...personVariables('Recipient', ({ recipient }) => recipient),
  ...personVariables('Author', ({ author }) => author),
};

/** The paths of all variables, for pickers. */
export const variablePaths: readonly string[] = Object.keys(variables);

const blank = '(?:\\s|&nbsp;)*';
const quote = '(?:"|&quot;|&#34;)';
/** `{{ .Contact.FirstName }}` or `{{ .Contact.FirstName | default "there" }}`. */
const notation = new RegExp(
  `\\{\\{${blank}\\.([A-Za-z]+\\.[A-Za-z]+)${blank}(?:\\|${blank}default${blank}${quote}([^"{}]*?)${quote}${blank})?\\}\\}`,
  'g',
);

/** A known variable as it stands in a text: where, its path, and what replaces it when it has no value. */
export interface FoundVariable {
  from: number;
  to: number;
  path: string;
  fallback: string | null;
}

/**
 * Expands the variables in the text of sanitised HTML, each value escaped; braces that are no known variable stay as they are
 * (settled question 23). Nothing is expanded inside tags, or inside quoted text (`<blockquote>`), which somebody else wrote.
 */
export function expandVariables(html: string, values: VariableValues): string {
  // The default was written as HTML text by the author and is escaped already.
  return mapOwnText(html, (text) => expandIn(text, values, escapeText));
}

/** Expands the variables of a plain text; nothing is escaped. */
export function expandPlainText(text: string, values: VariableValues): string {
  return expandIn(text, values, (value) => value);
}

function expandIn(text: string, values: VariableValues, written: (value: string) => string): string {
  let expanded = '';
  let end = 0;
  for (const { from, to, path, fallback } of findVariables(text)) {
    const value = variableValue(path, values);
    expanded += text.slice(end, from) + (value === '' ? (fallback ?? '') : written(value));
    end = to;
  }
  return expanded + text.slice(end);
}

/**
 * Paths of the known variables in composed HTML that have neither a value nor a default, each once, as they come. What
 * `expandVariables` leaves alone is none. Bellhop's client does not send a reply that has one (settled question 23).
 */
export function unresolvedVariables(html: string, values: VariableValues): string[] {
  const found = new Set<string>();
  mapOwnText(html, (text) => {
    for (const { path, fallback } of findVariables(text)) {
      if (!fallback && variableValue(path, values) === '') found.add(path);
    }
    return text;
  });
  return [...found];
}

/** The known variables of a plain or HTML text, in their order; braces around anything else are none. */
export function findVariables(text: string): FoundVariable[] {
  return [...text.matchAll(notation)]
    .filter(([, path]) => path !== undefined && Object.hasOwn(variables, path))
    .map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      path: match[1] ?? '',
      fallback: match[2] ?? null,
    }));
}

/** What a variable stands for now, as plain text; '' when there is no value or no such variable. */
export function variableValue(path: string, values: VariableValues): string {
  const read = Object.hasOwn(variables, path) ? variables[path] : undefined;
  return read ? read(values).trim() : '';
}

/** What every variable stands for now, by its path; '' where there is no value. */
export function variableTexts(values: VariableValues): Record<string, string> {
  return Object.fromEntries(variablePaths.map((path) => [path, variableValue(path, values)]));
}

/** Gives each text of the HTML that its author wrote to `change`: no tags, and nothing quoted. */
function mapOwnText(html: string, change: (text: string) => string): string {
  if (!html.includes('{{')) return html;
  let quoteDepth = 0;
  return html
    .split(/(<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/)
    .map((part, index) => {
      if (index % 2 === 0) return quoteDepth > 0 ? part : change(part);
      const tag = /^<(\/?)blockquote\b/i.exec(part);
      if (tag) quoteDepth = Math.max(0, quoteDepth + (tag[1] ? -1 : 1));
      return part;
    })
    .join('');
}

/** Escapes a plain text for HTML, between tags and in attributes. */
export function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

function personVariables(
  name: string,
  person: (values: VariableValues) => VariablePerson | null,
): Record<string, (values: VariableValues) => string> {
  return {
    [`${name}.FirstName`]: (values) => person(values)?.first_name ?? '',
    [`${name}.LastName`]: (values) => person(values)?.last_name ?? '',
    [`${name}.FullName`]: (values) => {
      const found = person(values);
      return found ? [found.first_name, found.last_name].filter(Boolean).join(' ') : '';
    },
    [`${name}.Email`]: (values) => person(values)?.email ?? '',
  };
}
