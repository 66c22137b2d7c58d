/**
 * What only the server can find wrong with a member: the English that API callers read in `data`, and the key of the language packs under which the
 * client says it.
 */
const refusals = {
  'it is taken': 'form.error.taken',
  'it is missing': 'form.error.required',
  'it must not be empty': 'form.error.required',
  'it is past': 'form.error.past',
  'not an e-mail address': 'globals.messages.invalidEmailAddress',
  'there is no such row': 'form.error.gone',
  'there is no such language pack': 'form.error.gone',
  'there are no such business hours': 'form.error.gone',
} as const;

/** A reason that every client can say in its own language. */
export type Refusal = keyof typeof refusals | `there is no ${'agent' | 'role'} ${string}`;

/** The key of a refusal's text, with what stands in its placeholders; undefined for a reason of another kind. */
export function refusalKey(reason: string): { key: string; params: Record<string, string> } | undefined {
  const key = Object.hasOwn(refusals, reason) ? refusals[reason as keyof typeof refusals] : undefined;
  if (key) return { key, params: {} };
  const name = /^there is no (?:agent|role) (.+)$/s.exec(reason)?.[1];
  return name === undefined ? undefined : { key: 'form.error.gone_name', params: { name } };
}
