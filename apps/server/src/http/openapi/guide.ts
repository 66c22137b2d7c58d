import { controlFrames, frames } from '@bellhop/contract';

/** A chapter of the introduction, in the little Markdown that `render-markdown.ts` reads. */
export interface Chapter {
  id: string;
  title: string;
  text: string;
}

/** What a caller must know before the first call. The document carries it as its description, the page as its first screen. */
export function guide(rootUrl: string): Chapter[] {
  return [
    { id: 'authentication', title: 'Authentication', text: authentication(rootUrl) },
    { id: 'requests', title: 'Requests', text: requests },
    { id: 'answers', title: 'Answers and errors', text: answers },
    { id: 'paging', title: 'Paging', text: paging },
    { id: 'conflicts', title: 'Two people saving the same', text: conflicts },
    { id: 'limits', title: 'Limits', text: limits },
    { id: 'websocket', title: 'Websocket', text: websocket() },
  ];
}

const authentication = (rootUrl: string) => `
Programs use an **API key**. An agent makes one under *Account → API keys*; it acts as that agent, within the permissions that were
chosen for it, and is shown once as \`key:secret\`. Send it with each call, in either spelling:

\`\`\`
curl ${rootUrl}/api/v1/agents/me -H 'Authorization: Bearer KEY:SECRET'
curl ${rootUrl}/api/v1/agents/me -H 'Authorization: token KEY:SECRET'
\`\`\`

A call with a key needs neither cookie nor CSRF token. Keys end when they expire, when they are revoked and when their agent is
disabled: then the answer is 401. Keys, sessions, passwords and second factors are managed by sessions alone: with a key the answer
is 403 with the code \`api_key.not_allowed\`.

Browsers use a **session**: \`POST /api/v1/login\` sets two cookies, \`bellhop_session\` and \`csrf_token\`. Each call that is not a GET
must repeat the value of \`csrf_token\` in the header \`X-CSRFTOKEN\`, else the answer is 403 with the code \`session.csrf\`.

Each operation names the **permission** it needs. Without it the answer is 403 with the code \`permission.missing\`. What a caller
may not see is 404, as if it did not exist.
`;

const requests = `
Bodies are JSON in UTF-8 with \`Content-Type: application/json\`. Where a body has no nested members a form
(\`application/x-www-form-urlencoded\`) is taken too: lists as \`tags[0]=a&tags[1]=b\`, nothing as an empty value. Files travel as
\`multipart/form-data\`.

Members that nobody knows are ignored. Times are RFC 3339 with a zone, such as \`2026-03-02T09:14:03.120Z\`; durations are written as
\`90s\`, \`30m\` or \`1h30m\`. Ids are whole numbers, those of conversations, messages and files are uuids.
`;

const answers = `
What went well is 200 with an envelope:

\`\`\`
{"status": "success", "data": …}
\`\`\`

\`warnings\` stands beside \`data\` when it went through and yet may not be what was meant. Most calls that change something answer
\`true\`. Few operations answer without the envelope; they say so.

What failed has a status of 400 or above and this envelope, whatever failed:

\`\`\`
{"status": "error", "message": "The name is taken", "data": {"name": "it is taken"}, "error_type": "ConflictException", "code": "config.name_taken"}
\`\`\`

Decide by \`code\`; it stays what it is. \`message\` is for people, in the language of the desk. With \`input.invalid\` and
\`config.name_taken\` \`data\` names the members that are wrong and why. New codes may come: treat one that you do not know by its status.
Every answer has a header \`X-Request-Id\`, by which the server's log knows the request.
`;

const paging = `
Lists by page take \`page\` (from 1 on) and \`page_size\`, and answer \`results\`, \`total\`, \`per_page\`, \`total_pages\` and \`page\`. Where
\`next_cursor\` is answered, send it as \`after\` (or \`cursor\`, where that is the name) to go on: rows keep their place when others come
meanwhile, which page numbers cannot promise. \`null\` says that it was the last page. \`total_capped\` says that there are more rows
than \`total\`.

Short lists (tags, teams, inboxes and the like) come as a whole.
`;

const conflicts = `
What is configured has an \`updated_at\`. Send it back as \`based_on\` when you change the thing: if somebody else has saved meanwhile,
the answer is 409 with the code \`config.changed_meanwhile\`. Without it the last one to save wins.

A reply can carry \`based_on_seq\`, the conversation's \`last_seq\`: then 409 with \`message.newer_exists\` says that an entry came which
its writer has not seen. \`send_id\`, a uuid of your own, makes sending safe to repeat: the same message is never sent twice.
`;

const limits = `
A JSON body may have 10 MB, a form 5 MB, a file what the general settings say. Signing in is limited to 30 tries a minute from one
address, and slower after 10 failures on one account. An API key may make so many requests a minute as the general settings say. Whoever meets a limit gets 429 with \`Retry-After\` in seconds.
`;

function websocket(): string {
  const rows = [...Object.keys(frames), ...Object.keys(controlFrames)].map((type) => `\`${type}\``).join(', ');
  return `
\`GET /ws\` opens a websocket for a session or an API key, which hears what its permissions allow. Each frame is \`{"type", "data", "seq"}\`; \`seq\` is the number of the change.
After a break connect with \`/ws?since=<the last seq you saw>\`: you get what you missed, then \`resumed\`; or \`reload\`, when it was too
much. The text \`ping\` is answered with \`pong\`.

The types of frames are: ${rows}.
`;
}
