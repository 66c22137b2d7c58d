// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint, painted } from './after-paint.ts';

let visibility: DocumentVisibilityState;
let frames: (() => void)[];

beforeEach(() => {
  visibility = 'visible';
  frames = [];
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => (frames[frame - 1] = () => {}));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const drawFrame = () => {
  for (const draw of frames.splice(0)) draw();
};

const hide = () => {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
};

test('waits for the frame and what comes after it', () => {
  const run = vi.fn();
  afterPaint(run);
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
  drawFrame();
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test('runs at once, and once, when the page is hidden before the frame', () => {
  const run = vi.fn();
  afterPaint(run);
  hide();
  expect(run).toHaveBeenCalledOnce();
  drawFrame();
  vi.runAllTimers();
  hide();
  expect(run).toHaveBeenCalledOnce();
});

test('a hidden page, which draws no frames, does not wait for one', () => {
  visibility = 'hidden';
  const run = vi.fn();
  afterPaint(run);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test('what is called off does not run', () => {
  const run = vi.fn();
  const callOff = afterPaint(run);
  callOff();
  drawFrame();
  vi.runAllTimers();
  hide();
  expect(run).not.toHaveBeenCalled();
});

test('several wait in the order in which they came', async () => {
  const order: number[] = [];
  const all = [1, 2, 3].map((number) => painted().then(() => order.push(number)));
  drawFrame();
  vi.runAllTimers();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
});
