import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | Date | null;

/** Writes rows into one table by COPY; `write` waits when the server is slower than the writer. */
export interface CopyWriter {
  write(row: Cell[]): Promise<void> | undefined;
  end(): Promise<void>;
}

const chunkSize = 64 * 1024;

/** Opens a COPY on a connection of its own, with triggers and foreign keys off. */
export async function openCopy(url: string, table: string, columns: string[]): Promise<CopyWriter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyFrom(`copy ${table} (${names}) from stdin`));
  let chunk = '';
  const flush = () => {
    const full = !stream.write(chunk);
    chunk = '';
    return full ? once(stream, 'drain').then(() => undefined) : undefined;
  };
  return {
    write(row) {
      chunk += `${row.map(cellText).join('\t')}\n`;
      return chunk.length > chunkSize ? flush() : undefined;
    },
    async end() {
      if (chunk) await flush();
      stream.end();
      await finished(stream);
      await client.end();
    },
  };
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'string')
    return cell.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c]!);
  return String(cell);
}
