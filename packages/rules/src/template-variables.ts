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

/**
 * Expands the variables in the text of sanitised HTML, each value escaped; braces that are no known variable stay as they are
 * (settled question 23). Nothing is expanded inside tags, or inside quoted text (`<blockquote>`), which somebody else wrote.
 */
export function expandVariables(html: string, values: VariableValues): string {
  let quoteDepth = 0;
  return html
    .split(/(<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/)
    .map((part, index) => {
      if (index % 2 === 0) return quoteDepth > 0 ? part : expandText(part, values);
      const tag = /^<(\/?)blockquote\b/i.exec(part);
      if (tag) quoteDepth = Math.max(0, quoteDepth + (tag[1] ? -1 : 1));
      return part;
    })
    .join('');
}

function expandText(text: string, values: VariableValues): string {
  return text.replace(notation, (whole, path: string, fallback: string | undefined) => {
    const read = Object.hasOwn(variables, path) ? variables[path] : undefined;
    if (!read) return whole;
    const value = read(values).trim();
    // The default was written as HTML text by the author and is escaped already.
    return value === '' ? (fallback ?? '') : escapeText(value);
  });
}

function escapeText(text: string): string {
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
