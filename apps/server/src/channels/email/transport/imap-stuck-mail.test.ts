import { describe, expect, it } from 'vitest';
import { trackStuckMail } from './imap-stuck-mail.ts';

const refusal = new Error('NO');
const breakage = Object.assign(new Error('gone'), { code: 'NoConnection' });

describe('trackStuckMail', () => {
  it('needs several refusals and some time before it tries less, and again before it gives up', () => {
    let now = 0;
    const stuck = trackStuckMail({ refusals: 3, min_ms: 1000, breaks: 10 }, () => now);
    for (let tries = 0; tries < 10; tries += 1) stuck.failed(5, refusal);
    expect(stuck.wayFor(5)).toBe('whole');
    now = 1000;
    stuck.failed(5, refusal);
    expect(stuck.wayFor(5)).toBe('reduced');
    stuck.failed(5, refusal);
    stuck.failed(5, refusal);
    now = 2000;
    expect(stuck.wayFor(5)).toBe('reduced');
    stuck.failed(5, refusal);
    expect(stuck.wayFor(5)).toBe('none');
    expect(stuck.lastError(5)).toBe(refusal);
  });

  it('is patient with broken connections', () => {
    const stuck = trackStuckMail({ refusals: 1, min_ms: 0, breaks: 3 });
    stuck.failed(5, breakage);
    stuck.failed(5, breakage);
    expect(stuck.wayFor(5)).toBe('whole');
    stuck.failed(5, breakage);
    expect(stuck.wayFor(5)).toBe('reduced');
  });

  it('looks at one mail only', () => {
    const stuck = trackStuckMail({ refusals: 1, min_ms: 0, breaks: 3 });
    stuck.failed(5, refusal);
    expect(stuck.wayFor(6)).toBe('whole');
    stuck.failed(6, breakage);
    expect(stuck.wayFor(5)).toBe('whole');
    expect(stuck.lastError(5)).toBeNull();
  });
});
