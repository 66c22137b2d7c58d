// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Boundary } from './Boundary.tsx';

let root: Root;
let fault: Error | undefined;
let page: HTMLElement;

function Part() {
  if (fault) throw fault;
  return <p>The part</p>;
}

const draw = () =>
  act(() =>
    root.render(
      <>
        <p>The rest</p>
        <Boundary
          fallback={(error, retry) => (
            <button type="button" onClick={retry}>
              {`${error}`}
            </button>
          )}
        >
          <Part />
        </Boundary>
      </>,
    ),
  );
const press = () => act(() => page.querySelector('button')!.click());

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // React tells of what it has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  page = document.createElement('div');
  root = createRoot(page);
  fault = undefined;
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what does not fail is drawn', () => {
  draw();
  expect(page.textContent).toBe('The restThe part');
});

test('what fails is told in its place, the rest stands, and it is drawn anew on request', () => {
  fault = new Error('broken');
  draw();
  expect(page.textContent).toBe('The restError: broken');
  press();
  expect(page.textContent).toBe('The restError: broken');
  fault = undefined;
  press();
  expect(page.textContent).toBe('The restThe part');
});

test('a part that fails later is told of then', () => {
  draw();
  fault = new Error('later');
  draw();
  expect(page.textContent).toBe('The restError: later');
});
