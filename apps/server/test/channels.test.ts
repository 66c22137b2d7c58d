import { simpleParser } from 'mailparser';
import { type ChannelPeer, channelSuite, type PostedMessage } from './channel-suite.ts';
import { createFakeChannel } from './fake-channel.ts';
import { startImapServer } from './imap-server.ts';
import { plainMail } from './mail-desk.ts';
import { startSmtpSink } from './smtp-sink.ts';

channelSuite('postcard', async () => createFakeChannel());
channelSuite('email', async () => ({ peer: await startMailServers() }));

/** A mailbox and a mail server as the far end of the channel e-mail. */
async function startMailServers(): Promise<ChannelPeer> {
  const imap = await startImapServer();
  const smtp = await startSmtpSink();
  const secure = { tls_type: 'none' as const, tls_skip_verify: false };
  const login = { username: imap.user, password: imap.password };
  return {
    config: {
      imap: [
        {
          ...secure,
          ...login,
          host: imap.host,
          port: imap.port,
          mailbox: 'INBOX',
          read_interval: '1s',
          scan_inbox_since: '48h',
        },
      ],
      smtp: [
        {
          ...secure,
          ...login,
          host: smtp.host,
          port: smtp.port,
          auth_protocol: 'none',
          max_conns: 2,
          max_msg_retries: 0,
          idle_timeout: '25s',
          wait_timeout: '60s',
          hello_hostname: '',
        },
      ],
    },
    async post(message) {
      imap.append(sourceOf(message), new Date());
    },
    async taken() {
      const accepted = smtp.messages.filter((one) => one.accepted);
      return Promise.all(
        accepted.map(async ({ raw, to }) => {
          const parsed = await simpleParser(raw);
          return {
            external_id: parsed.messageId!.slice(1, -1),
            in_reply_to: parsed.inReplyTo?.slice(1, -1) ?? null,
            to,
            html: parsed.html || '',
            files: parsed.attachments.map((file) => ({ filename: file.filename!, content: file.content.toString() })),
          };
        }),
      );
    },
    answer(how) {
      const replies = { take: undefined, refuse: '550 5.1.1 No such person', 'try later': '450 4.2.0 Try later' };
      smtp.behave({ onRcptTo: () => replies[how] });
    },
    async close() {
      await imap.close();
      await smtp.close();
    },
  };
}

function sourceOf({ id, from, subject, text, in_reply_to, file }: PostedMessage): string {
  const headers = in_reply_to ? [`In-Reply-To: <${in_reply_to}>`] : [];
  if (!file) return plainMail({ id, from, subject, headers, body: text });
  return plainMail({
    id,
    from,
    subject,
    headers: [...headers, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    body: [
      '--b',
      'Content-Type: text/plain',
      '',
      text,
      '--b',
      `Content-Type: text/plain; name=${file.filename}`,
      `Content-Disposition: attachment; filename=${file.filename}`,
      '',
      file.content,
      '--b--',
    ].join('\r\n'),
  });
}
