import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { useCan } from '../../../../lib/session.ts';
import { openComposer, useComposerState } from './composer-state.ts';
import { startUploads } from './uploads.ts';

/** The conversation takes files wherever they are dropped on it; they are attached to what is being written. */
export function DropArea({ uuid, children }: { uuid: string; children: ReactNode }) {
  const { mode } = useComposerState(uuid);
  const mayWrite = useCan('messages:write');
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => mayWrite && event.dataTransfer.types.includes('Files');
  const enter = (step: 1 | -1) => (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    // Every element on the way tells of its own entering and leaving.
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (event.defaultPrevented || !carriesFiles(event)) return;
    event.preventDefault();
    startUploads(uuid, mode, [...event.dataTransfer.files]);
    openComposer(uuid, mode);
  };
  return (
    <section
      className="talk"
      aria-label={t('thread.label')}
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={drop}
      onDropCapture={() => {
        depth.current = 0;
        setOver(false);
      }}
    >
      {children}
      {isOver && (
        <div className="drop-here" aria-hidden="true">
          <Paperclip className="ico-20" />
          {mode === 'note' ? t('composer.drop_note') : t('composer.drop_reply')}
        </div>
      )}
    </section>
  );
}
