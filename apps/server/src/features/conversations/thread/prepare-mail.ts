import type { InboundMessage } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import { type RawMail, takeFresh } from '../../inboxes/index.ts';
import { type StoredFile, storeFiles } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import type { ParsedMail } from './arrival.ts';
import { hideSurveyLinks } from './hide-survey-links.ts';
import { IntakeInterrupted } from './intake-failure.ts';

/**
 * Does for a mail what needs no transaction: reads its bytes unless they are at hand, parses them in a worker thread, stores its files. Throws
 * IntakeInterrupted when storage fails, any other error when this very mail cannot be read.
 */
export async function prepareMail(deps: Deps, raw: RawMail): Promise<ParsedMail> {
  const bytes = takeFresh(deps, raw.inbox_id, raw.storage_key) ?? (await readBytes(deps, raw));
  const parsed = await deps.channel.parse(bytes);
  const mail = hideSurveyLinks(parsed);
  try {
    const files = mail.attachments.length > 0 ? await storeAll(deps, mail) : [];
    return { raw, mail, hides_link: mail !== parsed, files };
  } catch (error) {
    throw new IntakeInterrupted('files could not be stored', { cause: error });
  }
}

async function storeAll(deps: Deps, mail: InboundMessage): Promise<StoredFile[]> {
  const { 'app.allowed_file_upload_extensions': allowed } = await loadSettings(deps.db);
  return storeFiles(deps, mail.attachments, allowed);
}

async function readBytes(deps: Deps, raw: RawMail): Promise<Buffer> {
  try {
    return await deps.storage.get(raw.storage_key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error('the stored source of the mail is missing');
    throw new IntakeInterrupted('the stored source could not be read', { cause: error });
  }
}
