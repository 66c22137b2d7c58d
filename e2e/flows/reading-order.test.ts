import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query("insert into tags (name) values ('lamp')");
  await openConversation(desk, { subject: 'Address', from: 'kai@mail.example', name: 'Kai Stone', text: 'I moved.' });
  const { conversation } = await openConversation(desk, { subject: 'Broken lamp', text: 'It arrived broken.' });
  const admin = await desk.as(adminEmail);
  const params = { uuid: conversation.uuid };
  await admin.call('messages.send', { params, body: { message: '<p>They call back</p>', private: true } });
  const message = '<p>See <a href="https://shop.example">our shop</a></p>';
  await admin.call('messages.send', { params, body: { message, to: ['mina@mail.example'] } });
  await admin.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['lamp']) } });
  await desk.until(
    async () => (await pool.query("select 1 from messages where type = 'outgoing' and status = 'sent'")).rowCount === 2,
    'the reply in the outbox',
  );
});

/** Roles and names in the order in which they are read, without addresses; times differ by the clock. */
async function read(part: Locator): Promise<string> {
  const lines = (await part.ariaSnapshot()).split('\n').filter((line) => !/^\s*- (\/url|time):/.test(line));
  return lines
    .map((line) => line.replace(/Just now|\d+ mins? ago/g, 'then').replace(/Today|Yesterday/g, 'day'))
    .join('\n');
}

test('what a screen reader meets in list, thread and composer, by role, name and order', async () => {
  const { page, list, conversation, composer } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Broken lamp').waitFor();
  expect(await read(page.getByRole('region', { name: 'All', exact: true }))).toBe(
    `
- region "All":
  - heading "All" [level=1]
  - button "Open 2"
  - button "Started first"
  - list "All":
    - listitem:
      - link "Kai Stone then Address I moved. 1 unread":
        - text: Kai Stone
        - text: Address I moved. 1 unread
      - checkbox "Select the conversation of Kai Stone"
    - listitem:
      - 'link "Mina Oak then Broken lamp Our reply: See our shop 1 unread lamp"':
        - text: Mina Oak
        - text: "Broken lamp Our reply: See our shop 1 unread lamp"
      - checkbox "Select the conversation of Mina Oak"
`.trim(),
  );

  await list.row('Broken lamp').click();
  await conversation.shows('Broken lamp');
  await conversation.entry('Reply by Admin').waitFor();
  await conversation.activity('Admin added the tag lamp').waitFor();
  expect(await read(conversation.thread)).toBe(
    `
- region "Messages":
  - heading "Messages of day" [level=2]:
    - text: Messages of
  - article "Message from Mina Oak":
    - heading "Mina Oak" [level=2]
    - button "to support@bellhop.local"
    - text: It arrived broken.
  - article "Private note by Admin":
    - heading "Admin" [level=2]
    - text: Private note, visible to agents only
    - paragraph: They call back
  - article "Reply by Admin":
    - heading "Admin" [level=2]
    - button "to Mina"
    - button "Kept locally"
    - paragraph:
      - text: See
      - link "our shop":
  - paragraph:
    - text: Admin added the tag lamp
`.trim(),
  );

  await composer.startReply();
  await composer.recipient('mina@mail.example').waitFor();
  await composer.text().fill('Thank you');
  await composer.reply.getByText('Draft saved').waitFor();
  expect(await read(composer.reply)).toBe(
    `
- form "Reply":
  - button "Reply" [pressed]
  - button "Private note"
  - text: Draft saved
  - button "See it as a mail"
  - button "Discard the draft"
  - button "More about this draft"
  - button "Fold, and keep the draft"
  - text: To
  - list "To":
    - listitem "Mina Oak, mina@mail.example, customer":
      - button "Mina Oak, mina@mail.example, customer": Mina Oak
      - button "Remove Mina Oak"
  - combobox "To"
  - button "Cc"
  - button "Bcc"
  - textbox "Reply":
    - paragraph: Thank you
  - toolbar "Format":
    - button "Bold"
    - button "Italic"
    - button "Bulleted list"
    - button "Numbered list"
    - button "Quote"
    - button "Code"
    - button "Link"
    - button "Table"
    - button "More formats"
  - button "Emoji"
  - button "Insert a macro"
  - button "Attach files"
  - button "Picture in the text"
  - button "Full screen"
  - button "Rewrite with AI"
  - button "Send"
  - button "More ways to send"
`.trim(),
  );
});
