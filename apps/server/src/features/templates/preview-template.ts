import type { Template, TemplatePreview } from '@bellhop/contract';
import { renderSubject, renderTemplate, variableTexts } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { templateData } from './template-data.ts';
import { templateProblems } from './template-problems.ts';

/** A template as it would look in a mail about a made-up conversation, and what is wrong with it by line. */
export async function previewTemplate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: Pick<Template, 'type' | 'subject' | 'body'>,
): Promise<TemplatePreview> {
  const isOutgoing = input.type === 'email_outgoing';
  const root = (await loadSettings(db))['app.root_url'];
  const data = await templateData(db, input.type, sampleValues(actor, root, isOutgoing), clock.now());
  return {
    subject: isOutgoing ? '' : renderSubject(input.subject, data),
    html: renderTemplate(input.body, data, isOutgoing ? sampleContent : null) ?? '',
    problems: templateProblems(input),
  };
}

const sampleContent =
  '<div style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5"><p>Hello Mina,</p>' +
  '<p>thank you for writing. Your lamp left our warehouse this morning and should be with you on Thursday.</p></div>';

function sampleValues(actor: Actor, root: string, isOutgoing: boolean): Record<string, string> {
  const contact = { first_name: 'Mina', last_name: 'Okafor', email: 'mina@example.com' };
  const uuid = '6f1c2a52-3f0e-4b57-9c0c-2d1f5d0b8a11';
  const values = variableTexts({
    conversation: { reference_number: '1042', subject: 'Where is my lamp?', priority: 'High', uuid },
    contact,
    recipient: isOutgoing ? contact : actor,
    author: isOutgoing ? actor : null,
  });
  if (isOutgoing) return values;
  return {
    ...values,
    'Conversation.URL': `${root}/inboxes/assigned/conversation/${uuid}`,
    'SLA.Metric': 'First Response',
    'SLA.DueIn': '12 minutes',
    'SLA.OverdueBy': '25 minutes',
  };
}
