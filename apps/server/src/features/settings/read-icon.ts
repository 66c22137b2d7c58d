/** What a Windows icon holds of its largest picture: a whole PNG, or bare pixels with red, green, blue and opacity. */
export type IconPicture = { png: Buffer } | { pixels: Buffer; width: number; height: number };

/** Larger pictures than these no icon has. */
const mostSide = 256;

/** Whether a file says that it is an icon (`.ico`). */
export function isIcon(file: Buffer): boolean {
  return file.length >= 6 && file.readUInt32LE(0) === 0x00010000;
}

/** The largest picture of an icon. Throws when it is none, or of a kind that no browser shows either. */
export function readIcon(file: Buffer): IconPicture {
  const entries = Array.from({ length: Math.min(file.readUInt16LE(4), 64) }, (_, index) =>
    entryAt(file, 6 + index * 16),
  );
  const [best] = entries.sort((one, other) => other.side - one.side || other.bits - one.bits);
  if (!best) throw new Error('the icon is empty');
  const data = file.subarray(best.offset, best.offset + best.size);
  if (data.length < best.size) throw new Error('the icon ends too early');
  return data.subarray(0, 4).toString('latin1') === '\x89PNG' ? { png: data } : readBitmap(data);
}

function entryAt(file: Buffer, at: number) {
  return {
    // 0 stands for 256.
    side: file.readUInt8(at) || mostSide,
    bits: file.readUInt16LE(at + 6),
    size: file.readUInt32LE(at + 8),
    offset: file.readUInt32LE(at + 12),
  };
}

/** A bitmap without its file header, upside down, and behind it a mask of what is transparent. */
function readBitmap(data: Buffer): IconPicture {
  const header = data.readUInt32LE(0);
  const width = data.readInt32LE(4);
  // The mask counts.
  const height = data.readInt32LE(8) / 2;
  const bits = data.readUInt16LE(14);
  const isPlain = data.readUInt32LE(16) === 0;
  const isKnown = isPlain && [1, 4, 8, 24, 32].includes(bits);
  if (!isKnown || !isSide(width) || !isSide(height)) throw new Error('the icon is of an unknown kind');
  const colours = bits > 8 ? 0 : data.readUInt32LE(32) || 2 ** bits;
  const palette = data.subarray(header, header + colours * 4);
  const rows = data.subarray(header + colours * 4);
  const stride = strideOf(width, bits);
  const mask = rows.subarray(stride * height);
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [blue, green, red, alpha] = pixelAt(rows, stride * (height - 1 - y), x, bits, palette);
      pixels.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  if (!pixels.some((byte, at) => at % 4 === 3 && byte > 0)) applyMask(pixels, mask, width, height);
  return { pixels, width, height };
}

/** Without an opacity of their own, pixels show where the mask has no bit. */
function applyMask(pixels: Buffer, mask: Buffer, width: number, height: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isHidden = bitsAt(mask, strideOf(width, 1) * (height - 1 - y), x, 1) === 1;
      pixels[(y * width + x) * 4 + 3] = isHidden ? 0 : 255;
    }
  }
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= mostSide;
}

/** Bytes of a row: whole groups of four. */
function strideOf(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

type Pixel = [blue: number, green: number, red: number, alpha: number];

function pixelAt(rows: Buffer, from: number, x: number, bits: number, palette: Buffer): Pixel {
  if (bits <= 8) {
    const at = bitsAt(rows, from, x, bits) * 4;
    return [palette.readUInt8(at), palette.readUInt8(at + 1), palette.readUInt8(at + 2), 0];
  }
  const at = from + x * (bits / 8);
  return [rows.readUInt8(at), rows.readUInt8(at + 1), rows.readUInt8(at + 2), bits === 32 ? rows.readUInt8(at + 3) : 0];
}

/** The number of `bits` bits at place `x` of a row. */
function bitsAt(rows: Buffer, from: number, x: number, bits: number): number {
  const byte = rows.readUInt8(from + Math.floor((x * bits) / 8));
  const shift = 8 - bits - ((x * bits) % 8);
  return (byte >> shift) & (2 ** bits - 1);
}
