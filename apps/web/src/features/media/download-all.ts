import { fileAddress } from './file-address.ts';

/** Browsers drop downloads that follow each other without a pause. */
const pauseMs = 250;

/** Downloads files one after the other; the browser may ask once whether several are wanted. */
export function downloadAll(files: readonly { uuid: string; name: string }[]): void {
  for (const [index, file] of files.entries()) setTimeout(() => download(file), index * pauseMs);
}

function download({ uuid, name }: { uuid: string; name: string }): void {
  const link = document.createElement('a');
  link.href = `${fileAddress(uuid)}?download=1`;
  link.download = name;
  link.click();
}
