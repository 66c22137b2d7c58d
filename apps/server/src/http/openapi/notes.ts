/** What parameters mean, by `<operation>.<name>` or by name alone where that says enough. */
export const parameterNotes: Readonly<Record<string, string>> = {
  id: 'Id of the row.',
  uuid: 'Uuid of the conversation.',
  message_uuid: 'Uuid of the message.',
  note_id: 'Id of the note.',
  kind: 'What the draft is going to be.',
  page: 'Page, from 1 on.',
  page_size: 'Rows on a page.',
  order_by: 'Field to sort by, as `table.field`.',
  order: '`asc` or `desc`.',
  filters: 'JSON text of a list of rows `{"model", "field", "operator", "value"}`, all of which must hold.',
  cursor: '`next_cursor` of the page before.',
  'macros.apply.id': 'Id of the macro.',
  'messages.list.before': 'Uuid of an entry: those older than it.',
  'messages.list.after': 'Uuid of an entry: those newer than it.',
  'messages.list.around': 'Uuid of an entry: those round it.',
  after: '`next_cursor` of the page before, in place of `page`: rows keep their place when others come meanwhile.',
  uuids: 'Uuids of conversations with commas between.',
  query: 'What is looked for, at least 3 characters.',
  code: 'Code of the language, such as `en`.',
  'notifications.list.unread': '`true` leaves out what has been read.',
  'custom_attributes.list.applies_to': '`contact` or `conversation`; both without it.',
  'automations.list.type': '`new_conversation`, `conversation_update` or `time_trigger`.',
};

/** Answers that are files. */
export const responseTypes: Readonly<Record<string, { type: string; description: string; example: string }>> = {
  'messages.eml': {
    type: 'message/rfc822',
    description: 'The mail, to be saved as a file.',
    example: 'From: Mina Okafor <mina@mail.example>\r\nSubject: Where is my parcel?\r\n\r\nHello!\r\n',
  },
  'inboxes.quarantined_eml': {
    type: 'message/rfc822',
    description: 'The mail, to be saved as a file.',
    example: 'From: Mina Okafor <mina@mail.example>\r\nSubject: Where is my parcel?\r\n\r\nHello!\r\n',
  },
  'activity_logs.export': {
    type: 'text/csv',
    description: 'The rows, with names of columns in the first line.',
    example: 'time,activity,description\r\n',
  },
  'ai.stream_completion': aiStream('null'),
  'ai.summarise': aiStream('{"messages":[],"macros":[],"is_cut":false}'),
  'ai.suggest_reply': aiStream('{"messages":[],"macros":[],"is_cut":false}'),
  'reports.export': {
    type: 'text/csv',
    description:
      'Names of columns, the rows, and after an empty line what holds of all of them and the definition of every number.',
    example: 'from,to,new,resolved\r\n2026-03-02,2026-03-02,41,38\r\n',
  },
};

/** `docs/how-to/ai.md` has the events in full. */
function aiStream(sources: string): { type: string; description: string; example: string } {
  const events = [
    `{"type":"start","sources":${sources}}`,
    '{"type":"delta","text":"Your parcel"}',
    '{"type":"delta","text":" is on its way."}',
    '{"type":"end","finish":"stop","text":"Your parcel is on its way.","used":null}',
  ];
  return {
    type: 'text/event-stream',
    description:
      'One event of JSON in each line that begins with `data: `: `start` with the `sources` that were sent along, `delta` with `text`, and `end` with the whole text or `error` with the envelope of an error. Without one of these two at its end the answer is not whole.',
    example: events.map((event) => `data: ${event}\n\n`).join(''),
  };
}

/** Headings and sentences of the features, by the first part of their routes' names, in the order of the page. */
export const features: Readonly<Record<string, { title: string; description: string }>> = {
  auth: { title: 'Signing in', description: 'Sessions of people; programs use an API key and need none of it.' },
  login: {
    title: 'Second step of signing in',
    description: 'What the login page asks after the password, or instead of it.',
  },
  account: { title: 'Own account', description: 'What an agent changes about the own account.' },
  sessions: { title: 'Sessions', description: 'Where an agent is signed in.' },
  api_keys: { title: 'API keys', description: 'Keys with which programs act for an agent.' },
  conversations: { title: 'Conversations', description: 'Lists, reading, assigning, status, tags and attributes.' },
  messages: {
    title: 'Messages',
    description: 'The thread of a conversation: replies, private notes and mails as they travelled.',
  },
  causes: { title: 'Causes', description: 'Why things happened that nobody did by hand.' },
  drafts: { title: 'Drafts', description: 'Replies and notes under way.' },
  media: { title: 'Files', description: 'Upload a file first, then name its id in the `attachments` of a message.' },
  search: { title: 'Search', description: 'Over conversations, messages and contacts.' },
  views: { title: 'Views', description: 'Saved filters of the caller.' },
  presence: { title: 'Presence', description: 'Who is in a conversation now.' },
  notifications: { title: 'Notifications', description: 'What the caller was told.' },
  contacts: { title: 'Contacts', description: 'People who write to the desk.' },
  contact_notes: { title: 'Contact notes', description: 'What agents note about a contact.' },
  agents: { title: 'Agents', description: 'People who answer; `agents.me` is the caller.' },
  teams: { title: 'Teams', description: 'Groups of agents that conversations are assigned to.' },
  roles: { title: 'Roles', description: 'Sets of permissions.' },
  inboxes: { title: 'Inboxes', description: 'Mailboxes, how they are doing, and mails that could not be read.' },
  tags: { title: 'Tags', description: 'Words that conversations are marked with.' },
  statuses: {
    title: 'Statuses',
    description: 'Where a conversation stands; logic looks at the category, never at the name.',
  },
  priorities: { title: 'Priorities', description: 'How urgent a conversation is.' },
  custom_attributes: { title: 'Custom attributes', description: 'Fields of your own for contacts and conversations.' },
  macros: { title: 'Macros', description: 'Prepared answers and actions.' },
  automations: { title: 'Automation rules', description: 'What happens by itself.' },
  sla: { title: 'SLA policies', description: 'Times in which answers are due.' },
  business_hours: { title: 'Business hours', description: 'When the desk is open.' },
  templates: { title: 'Templates', description: 'Layouts of mails.' },
  ai: { title: 'AI', description: 'Rewriting texts, summaries, suggested replies, and the provider that makes them.' },
  webhooks: { title: 'Webhooks', description: 'Where the desk calls you when something happened.' },
  push: { title: 'Push notifications', description: 'Browsers in which an agent is told things.' },
  events: { title: 'Events', description: 'What happened since you last asked.' },
  oidc: { title: 'Single sign-on', description: 'Signing in with an account from elsewhere.' },
  settings: { title: 'Settings', description: 'General settings and the mail server of notifications.' },
  lang: { title: 'Languages', description: 'Texts of the client.' },
  reports: { title: 'Reports', description: 'What happened on the desk, in numbers, with what stands behind each.' },
  activity_logs: { title: 'Activity log', description: 'Who did what, when and from where.' },
  system: { title: 'System', description: 'How the installation is doing.' },
  realtime: { title: 'Websocket', description: 'What changes, as it changes.' },
  api: { title: 'This document', description: 'The description of the API.' },
};
