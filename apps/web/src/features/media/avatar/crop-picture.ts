import type { PercentCrop } from 'react-image-crop';

/** Edge of the square that is sent, in pixels; the server keeps half of it. */
const edge = 512;

/** The largest centred square of a picture. */
export function centredSquare({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): PercentCrop {
  const side = Math.min(width, height);
  return {
    unit: '%',
    width: (side / width) * 100,
    height: (side / height) * 100,
    x: ((width - side) / 2 / width) * 100,
    y: ((height - side) / 2 / height) * 100,
  };
}

/** The chosen part of a picture as a square PNG. Throws when the browser cannot draw it. */
export async function cropPicture(image: HTMLImageElement, crop: PercentCrop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.imageSmoothingQuality = 'high';
  const part = (percent: number, whole: number) => (percent / 100) * whole;
  const { naturalWidth, naturalHeight } = image;
  context.drawImage(
    image,
    part(crop.x, naturalWidth),
    part(crop.y, naturalHeight),
    part(crop.width, naturalWidth),
    part(crop.height, naturalHeight),
    0,
    0,
    edge,
    edge,
  );
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.png', { type: 'image/png' });
}
