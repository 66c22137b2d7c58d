import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { centredSquare, cropPicture } from './crop-picture.ts';
import 'react-image-crop/dist/ReactCrop.css';
import './avatar-crop.css';

interface AvatarCropProps {
  file: File;
  isBusy: boolean;
  onClose: () => void;
  onCropped: (file: File) => Promise<boolean>;
}

/** Chooses the square of a picture that becomes an avatar. Loaded on demand. */
export default function AvatarCrop({ file, isBusy, onClose, onCropped }: AvatarCropProps) {
  const address = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isBroken, setBroken] = useState(false);
  const save = async () => {
    if (!image.current || !crop || isBusy) return;
    let square: File;
    try {
      square = await cropPicture(image.current, crop);
    } catch (error) {
      console.warn(error);
      return setBroken(true);
    }
    if (await onCropped(square)) onClose();
  };
  return (
    <Dialog
      isOpen
      isKept
      onClose={onClose}
      title={t('account.cropAvatar')}
      description={t('avatar.crop_help')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('globals.messages.cancel')}
          </Button>
          <Button tone="main" aria-disabled={isBusy || !crop} onClick={() => void save()}>
            {isBusy ? t('globals.messages.saving') : t('globals.messages.save')}
          </Button>
        </>
      }
    >
      {isBroken ? (
        <p className="error" role="alert">
          <TriangleAlert aria-hidden />
          {t('avatar.unreadable')}
        </p>
      ) : (
        address && (
          <div className="crop" dir="ltr">
            <ReactCrop
              {...(crop ? { crop } : {})}
              aspect={1}
              circularCrop
              keepSelection
              minWidth={24}
              ariaLabels={handleLabels()}
              onChange={(_pixels, percent) => setCrop(percent)}
            >
              <img
                ref={image}
                src={address}
                alt={t('avatar.chosen')}
                onLoad={(event) => setCrop(centredSquare(event.currentTarget))}
                onError={() => setBroken(true)}
              />
            </ReactCrop>
          </div>
        )
      )}
    </Dialog>
  );
}

/** An address of the file for as long as it is shown. */
function useObjectUrl(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function handleLabels() {
  const corner = t('avatar.crop_corner');
  const side = t('avatar.crop_side');
  return {
    cropArea: t('avatar.crop_area'),
    nwDragHandle: corner,
    nDragHandle: side,
    neDragHandle: corner,
    eDragHandle: side,
    seDragHandle: corner,
    sDragHandle: side,
    swDragHandle: corner,
    wDragHandle: side,
  };
}
