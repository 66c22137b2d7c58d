import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CityResponse, open, type Reader } from 'maxmind';
import type { Log } from './log.ts';

/** Where network addresses are, by a database file that the operator supplies. */
export interface Places {
  /** City and country in a language (English where the file lacks it); null for what the file does not know. */
  find(ip: string, language: string): Promise<string | null>;
}

/**
 * Places by a file in the MMDB format (GeoLite2 City or one like it); without a file nothing is known. The file is read when
 * it is first needed and again when it has changed. One that cannot be read is told in the log, and nothing is known.
 */
export function createPlaces(path: string | undefined, log: Pick<Log, 'warn'>): Places {
  let current: { changed: number; reader: Promise<Reader<CityResponse> | null> } | undefined;
  const readerOf = async (file: string) => {
    const changed = await stat(file).then(
      (found) => found.mtimeMs,
      () => 0,
    );
    if (current?.changed !== changed) {
      const reader = open<CityResponse>(file).catch((error: Error) => {
        log.warn({ err: error.message }, 'the database of places cannot be read');
        return null;
      });
      current = { changed, reader };
    }
    return current.reader;
  };
  return {
    async find(ip, language) {
      if (path === undefined || isIP(ip) === 0) return null;
      const reader = await readerOf(path);
      const found = reader?.get(ip);
      if (!found) return null;
      const names = [found.city?.names, found.country?.names ?? found.registered_country?.names];
      const parts = names.map((name) => nameIn(name, language)).filter(Boolean);
      return parts.length > 0 ? parts.join(', ') : null;
    },
  };
}

type Names = NonNullable<CityResponse['city']>['names'];

/** The file has Portuguese and Chinese by region alone. */
function nameIn(names: Names | undefined, language: string): string | undefined {
  const known = new Map<string, string>(Object.entries(names ?? {}));
  const regional = [...known.keys()].find((code) => code.startsWith(`${language}-`));
  return known.get(language) ?? known.get(regional ?? '') ?? known.get('en');
}
