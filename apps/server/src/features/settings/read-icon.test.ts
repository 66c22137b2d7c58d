import { expect, test } from 'vitest';
import { isIcon, readIcon } from './read-icon.ts';

/** An icon of pictures as they lie in the file. */
function icon(...pictures: { side: number; bits: number; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, bits, data }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side % 256, at);
    head.writeUInt16LE(bits, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)]);
}

/** A bitmap of 2 by 2 pixels; rows from the bottom to the top, each filled up to four bytes. */
function bitmap(bits: number, palette: number[], rows: number[][], mask: number[] = [0, 0]): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(2, 4);
  header.writeInt32LE(4, 8);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(palette.length / 4, 32);
  const lines = [...rows, ...mask.map((byte) => [byte])].map((row) => {
    const line = Buffer.alloc(Math.ceil(row.length / 4) * 4);
    line.set(row);
    return line;
  });
  return Buffer.concat([header, Buffer.from(palette), ...lines]);
}

const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];
const nothing = (colour: number[]) => [...colour.slice(0, 3), 0];
const picture = (data: Buffer, bits: number) => readIcon(icon({ side: 2, bits, data }));
const shown = (...pixels: number[][]) => ({ pixels: Buffer.from(pixels.flat()), width: 2, height: 2 });

test('the largest picture counts, and a PNG is handed on as it is', () => {
  const png = Buffer.from('\x89PNG and so on', 'latin1');
  const small = { side: 16, bits: 32, data: Buffer.alloc(8) };
  const file = icon(small, { side: 256, bits: 32, data: png }, { ...small, side: 48 });
  expect(isIcon(file)).toBe(true);
  expect(readIcon(file)).toEqual({ png });
  expect(isIcon(png)).toBe(false);
});

test.each([
  [
    '32 bits',
    32,
    [],
    [
      [255, 0, 0, 255, 0, 0, 255, 255],
      [0, 0, 255, 255, 255, 0, 0, 255],
    ],
  ],
  [
    '24 bits',
    24,
    [],
    [
      [255, 0, 0, 0, 0, 255],
      [0, 0, 255, 255, 0, 0],
    ],
  ],
  [
    '8 bits',
    8,
    [255, 0, 0, 0, 0, 0, 255, 0],
    [
      [0, 1],
      [1, 0],
    ],
  ],
  ['4 bits', 4, [255, 0, 0, 0, 0, 0, 255, 0], [[0x01], [0x10]]],
  ['1 bit', 1, [255, 0, 0, 0, 0, 0, 255, 0], [[0b0100_0000], [0b1000_0000]]],
] as const)('a bitmap of %s', (_name, bits, palette, rows) => {
  expect(
    picture(
      bitmap(
        bits,
        [...palette],
        rows.map((row) => [...row]),
      ),
      bits,
    ),
  ).toEqual(shown(red, blue, blue, red));
});

test('the mask hides pixels that have no opacity of their own', () => {
  const rows = [
    [255, 0, 0, 0, 0, 255],
    [0, 0, 255, 255, 0, 0],
  ];
  const masked = bitmap(24, [], rows, [0b1000_0000, 0b0100_0000]);
  expect(picture(masked, 24)).toEqual(shown(red, nothing(blue), nothing(blue), red));
});

test('what is cut off, empty or tells lies about its size is refused', () => {
  const whole = icon({
    side: 2,
    bits: 32,
    data: bitmap(
      32,
      [],
      [
        [255, 0, 0, 255, 0, 0, 255, 255],
        [0, 0, 255, 255, 255, 0, 0, 255],
      ],
    ),
  });
  for (let length = 6; length < whole.length; length += 1) expect(() => readIcon(whole.subarray(0, length))).toThrow();
  expect(() => readIcon(icon())).toThrow('empty');
  for (const [at, value] of [
    [4, 1_000_000],
    [4, -2],
    [8, 3],
    [16, 3],
    [0, 4_000_000_000],
  ] as const) {
    const data = bitmap(
      8,
      [0, 0, 0, 0],
      [
        [0, 0],
        [0, 0],
      ],
    );
    if (value > 2 ** 31) data.writeUInt32LE(value, at);
    else data.writeInt32LE(value, at);
    expect(() => picture(data, 8)).toThrow();
  }
  // A colour that the palette lacks.
  expect(() =>
    picture(
      bitmap(
        8,
        [0, 0, 0, 0],
        [
          [9, 0],
          [0, 0],
        ],
      ),
      8,
    ),
  ).toThrow();
});
