import type { ErrorCode, WarningCode } from '@bellhop/contract';

/** The language pack in use, flat. */
export type LanguagePack = Readonly<Record<string, string>>;

/** Fills `{name}` placeholders of a pack's text; `{'@'}` is a literal (wire A 12). A missing value reads as nothing. */
export function fillText(text: string, params: Record<string, string | number>): string {
  return text
    .replace(
      /\{'([^']*)'\}|\{(\w+)\}/g,
      (_, literal: string | undefined, name: string) => literal ?? String(params[name] ?? ''),
    )
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The text of an error in the server's language; a code without text shows itself, and a test forbids that. */
export function errorText(pack: LanguagePack, code: ErrorCode, params: Record<string, string | number>): string {
  const text = pack[`errors.${code}`];
  return text === undefined ? code : fillText(text, params);
}

/** The text of a warning in the server's language. */
export function warningText(pack: LanguagePack, code: WarningCode, params: Record<string, string> = {}): string {
  return fillText(pack[code] ?? code, params);
}
