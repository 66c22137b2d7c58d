import type { EmojiVariant, SkinTone } from './emoji-entry.ts';

/** What one browser keeps of its emoji. */
export interface OwnEmoji {
  /** Latest first. */
  recent: readonly EmojiVariant[];
  tone: SkinTone;
}

/** The store's name and version are those of specification 9. */
const storeName = 'EMJ';
const storeVersion = 3;
/** So many are kept (specification 9). */
export const mostRecent = 24;

/** What this browser has kept; nothing where it keeps nothing, as in private windows. */
export async function readOwnEmoji(): Promise<OwnEmoji> {
  try {
    const store = await openStore();
    const [recent, tone] = await inStore(store, 'readonly', (values) => [values.get('recent'), values.get('tone')]);
    store.close();
    return { recent: (recent as OwnEmoji['recent'] | undefined) ?? [], tone: (tone as SkinTone | undefined) ?? 0 };
  } catch (error) {
    console.warn(error);
    return { recent: [], tone: 0 };
  }
}

/** Keeps them for the next visit, where the browser lets. */
export async function saveOwnEmoji({ recent, tone }: OwnEmoji): Promise<void> {
  try {
    const store = await openStore();
    await inStore(store, 'readwrite', (values) => [values.put(recent, 'recent'), values.put(tone, 'tone')]);
    store.close();
  } catch (error) {
    console.warn(error);
  }
}

/** With one more used: it comes first, and once. */
export function withUsed(own: OwnEmoji, used: EmojiVariant): OwnEmoji {
  const others = own.recent.filter(({ code }) => code !== used.code);
  return { ...own, recent: [{ code: used.code, native: used.native }, ...others].slice(0, mostRecent) };
}

const values = 'values';

function openStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(storeName, storeVersion);
    request.onupgradeneeded = () => {
      const { result: store } = request;
      for (const name of store.objectStoreNames) store.deleteObjectStore(name);
      store.createObjectStore(values);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab holds an older store of emoji open'));
  });
}

function inStore(
  store: IDBDatabase,
  mode: IDBTransactionMode,
  ask: (values: IDBObjectStore) => IDBRequest[],
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const transaction = store.transaction(values, mode);
    const requests = ask(transaction.objectStore(values));
    transaction.oncomplete = () => resolve(requests.map((request) => request.result));
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
