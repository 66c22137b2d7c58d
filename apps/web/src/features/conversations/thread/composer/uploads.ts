import type { MediaItem } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';
import { type ApiError, toApiError } from '../../../../lib/api.ts';
import { t } from '../../../../lib/i18n.ts';
import { getSettings } from '../../../../lib/settings.ts';
import { toast } from '../../../../ui/toast.ts';
import { fileProblem, uploadFile } from '../../../media/index.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';

/** A file on its way. */
export interface Upload {
  local_id: string;
  name: string;
  size: number;
  content_type: string;
  /** Part that has left, 0 to 1. */
  progress: number;
  isInline: boolean;
}

interface Task {
  key: string;
  uuid: string;
  mode: ComposeMode;
  file: File;
  upload: Upload;
  abort: AbortController;
  isRunning: boolean;
}

/** Browsers open few connections to one host: a file that waited for one would run into the time-out unseen. */
const mostAtOnce = 3;
/** Long enough to find the button that tries again. */
const failureShownMs = 15_000;
const none: readonly Upload[] = [];
const listeners = new Set<() => void>();
const placers = new Map<string, (picture: MediaItem, localId: string) => void>();
let tasks: readonly Task[] = [];
let shown = new Map<string, readonly Upload[]>();
let count = 0;

/** The files that are being uploaded for a reply or note, whether or not its composer is on screen. */
export function useUploads(uuid: string, mode: ComposeMode): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => shown.get(keyOf(uuid, mode)) ?? none);
}

/** Whether something is still on its way for a reply or note. */
export function isUploading(uuid: string, mode: ComposeMode): boolean {
  return shown.has(keyOf(uuid, mode));
}

/**
 * Uploads files for a reply or note; attachments join its draft when they have arrived. Answers an id for each that is
 * under way; files that the server would refuse are told in a toast instead.
 */
export function startUploads(
  uuid: string,
  mode: ComposeMode,
  files: readonly File[],
  { isInline = false } = {},
): string[] {
  const accepted = files.filter((file) => {
    const problem = fileProblem(file, getSettings());
    if (problem) toast.error(t('media.problem', { name: file.name, problem: t(problem.key, problem.named) }));
    return !problem;
  });
  const started = accepted.map((file): Task => {
    count += 1;
    const { name, size, type } = file;
    const upload = { local_id: `upload-${count}`, name, size, content_type: type, progress: 0, isInline };
    return { key: keyOf(uuid, mode), uuid, mode, file, upload, abort: new AbortController(), isRunning: false };
  });
  setTasks([...tasks, ...started]);
  runNext();
  return started.map((task) => task.upload.local_id);
}

/** Ends an upload; nothing of it stays. */
export function cancelUpload(localId: string): void {
  tasks.find((task) => task.upload.local_id === localId)?.abort.abort();
  finish(localId);
}

/** Ends all uploads of a reply or note that is discarded. */
export function cancelUploads(uuid: string, mode: ComposeMode): void {
  for (const { local_id } of shown.get(keyOf(uuid, mode)) ?? none) cancelUpload(local_id);
}

/** Says who puts pictures into the text while its editor is on screen. Without one they go to the end of the draft. */
export function placePictures(
  uuid: string,
  mode: ComposeMode,
  place: (picture: MediaItem, localId: string) => void,
): () => void {
  const key = keyOf(uuid, mode);
  placers.set(key, place);
  return () => {
    if (placers.get(key) === place) placers.delete(key);
  };
}

function runNext(): void {
  const free = mostAtOnce - tasks.filter((task) => task.isRunning).length;
  for (const task of tasks.filter(({ isRunning }) => !isRunning).slice(0, Math.max(0, free))) {
    task.isRunning = true;
    void run(task);
  }
}

async function run(task: Task): Promise<void> {
  const { local_id, isInline } = task.upload;
  try {
    const item = await uploadFile(task.file, {
      isInline,
      signal: task.abort.signal,
      onProgress: (progress) => change(local_id, progress),
    });
    if (isInline) place(task, item);
    else attach(task, item);
  } catch (error) {
    if (!task.abort.signal.aborted) tellFailure(task, toApiError(error));
  }
  finish(local_id);
}

/** The file has left the list; it is still known here, so that it need not be looked for again. */
function tellFailure({ uuid, mode, file, upload: { local_id, isInline } }: Task, { message }: ApiError): void {
  toast.error(t('media.problem', { name: file.name, problem: message }), {
    id: `upload-failed-${local_id}`,
    duration: failureShownMs,
    action: { label: t('globals.terms.tryAgain'), onClick: () => startUploads(uuid, mode, [file], { isInline }) },
  });
}

function attach({ uuid, mode }: Task, { id, uuid: media, filename, size, content_type }: MediaItem): void {
  const { files } = drafts().read(uuid, mode);
  drafts().change(uuid, mode, { files: [...files, { id, uuid: media, filename, size, content_type }] });
}

function place({ key, uuid, mode, upload }: Task, item: MediaItem): void {
  const placer = placers.get(key);
  if (placer) placer(item, upload.local_id);
  else drafts().replace(uuid, mode, { html: `${drafts().read(uuid, mode).html}<p>${pictureHtml(item)}</p>` });
}

function pictureHtml({ uuid, filename }: MediaItem): string {
  const image = document.createElement('img');
  image.src = `/uploads/${uuid}`;
  image.alt = filename;
  return image.outerHTML;
}

function change(localId: string, progress: number): void {
  setTasks(
    tasks.map((task) =>
      task.upload.local_id === localId ? Object.assign(task, { upload: { ...task.upload, progress } }) : task,
    ),
  );
}

function finish(localId: string): void {
  setTasks(tasks.filter((task) => task.upload.local_id !== localId));
  runNext();
}

function setTasks(next: readonly Task[]): void {
  tasks = next;
  shown = new Map(
    [...Map.groupBy(tasks, (task) => task.key)].map(([key, own]) => [key, own.map((task) => task.upload)]),
  );
  for (const listener of listeners) listener();
}

function keyOf(uuid: string, mode: ComposeMode): string {
  return `${uuid}.${mode}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
