import type { Agent, Conversation } from '@bellhop/contract';
import { unresolvedVariables, type VariableValues } from '@bellhop/rules/template-variables';
import { useCurrentAgent } from '../../../../lib/session.ts';
import { variableName } from './editor/variable-names.ts';

/**
 * Names the variables in a text to the contact of a conversation that stand for nothing and have no default (settled question 23).
 */
export function useUnresolved(conversation: Conversation): (html: string) => readonly string[] {
  const agent = useCurrentAgent();
  return (html) => unresolvedVariables(html, variableValues(conversation, agent)).map(variableName);
}

/** What the variables of a text to the contact of a conversation stand for, as the server will expand them (behaviour 6.1). */
export function variableValues(
  { reference_number, subject, priority, uuid, contact }: Conversation,
  { first_name, last_name, email }: Pick<Agent, 'first_name' | 'last_name' | 'email'>,
): VariableValues {
  const person = { first_name: contact.first_name, last_name: contact.last_name, email: contact.email ?? '' };
  return {
    conversation: { reference_number, subject: subject ?? '', priority: priority ?? '', uuid },
    contact: person,
    recipient: person,
    author: { first_name, last_name, email: email ?? '' },
  };
}
