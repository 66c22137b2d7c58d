import { t } from '../../../../lib/i18n.ts';
import { FileChip, isPicture, thumbnailAddress } from '../../../media/index.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { drafts, useDraft } from '../../drafts.ts';
import { cancelUpload, useUploads } from './uploads.ts';
import './composer.css';

/** Files of a reply or note: those on their way first, then those that are there. */
export function ComposerFiles({ uuid, mode }: { uuid: string; mode: ComposeMode }) {
  const { files } = useDraft(uuid, mode);
  const uploads = useUploads(uuid, mode);
  if (files.length === 0 && uploads.length === 0) return null;
  const remove = (media: string) => {
    drafts().change(uuid, mode, {
      files: drafts()
        .read(uuid, mode)
        .files.filter((file) => file.uuid !== media),
    });
  };
  return (
    <ul className="composer-files" aria-label={t('media.files')}>
      {uploads.map((upload) => (
        <li key={upload.local_id}>
          <FileChip {...upload} onRemove={() => cancelUpload(upload.local_id)} />
        </li>
      ))}
      {files.map((file) => (
        <li key={file.uuid}>
          <FileChip
            name={file.filename}
            size={file.size}
            content_type={file.content_type}
            {...(isPicture(file) ? { thumbnail: thumbnailAddress(file.uuid) } : {})}
            onRemove={() => remove(file.uuid)}
          />
        </li>
      ))}
    </ul>
  );
}
