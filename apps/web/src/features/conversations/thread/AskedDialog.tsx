import { WhyDialog } from '../../causes/index.ts';
import { OriginalDialog } from './OriginalDialog.tsx';
import type { Asked } from './original.ts';
import { ThreadingDialog } from './ThreadingDialog.tsx';

interface AskedDialogProps {
  conversation_uuid: string;
  asked: Asked;
  onClose: () => void;
}

/** The dialog that answers what is asked about an entry of the thread. */
export default function AskedDialog({ conversation_uuid, asked, onClose }: AskedDialogProps) {
  const shared = { conversation_uuid, onClose };
  switch (asked.about) {
    case 'original':
      return <OriginalDialog {...shared} message_uuid={asked.message_uuid} />;
    case 'threading':
      return <ThreadingDialog {...shared} message_uuid={asked.message_uuid} />;
    case 'cause':
      return <WhyDialog {...shared} cause_id={asked.cause_id} />;
  }
}
