import * as z from 'zod';

/** RFC 3339 time with zone. */
export const time = z.string();
export const nullableTime = time.nullable();

/** Digits as a number, as forms and addresses carry one; whatever else a number could be made of (`0x1`, `true`, `[1]`) is left as it is. */
export function fromDigits(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Id of a row: a positive integer that the database can hold, else 400 (settled question 3). */
export const rowId = z.preprocess(fromDigits, z.number().int().positive().max(2147483647));

/** Ids that come as a number, as digits, as '' or null (forms): a positive integer, or null for none. */
export const optionalId = z.preprocess(
  (value) => (value === '' || value === null || value === undefined || value === 0 || value === '0' ? null : value),
  rowId.nullable(),
);

/** A JSON answer of `true`, which most writes give (wire A 2.1). */
export const ok = z.literal(true);

/** Booleans of forms and JSON. */
export const formBoolean = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', '1', 't', 'y', 'yes'], falsy: ['false', '0', 'f', 'n', 'no'] }),
]);

/** The bytes of a file, at once or as they come: the output of a `bare` route. */
export const fileBody = z.custom<Uint8Array | AsyncIterable<Uint8Array>>(
  (value) =>
    value instanceof Uint8Array || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
);

export const idParams = z.object({ id: rowId });
export const uuidParams = z.object({ uuid: z.string() });
