import { sha256 } from '../../lib/crypto.ts';

/** The look of the client's own pages (apps/web/src/ui/tokens.css), in one sheet that needs neither a file nor a script. */
export const pageStyle = `
:root { color-scheme: light dark; --side: #f0ece5; --page: #fdfcfa; --raised: #fefefd; --text-1: #221d18; --text-2: #4f4841;
  --line: #e3dfd8; --control: #857f77; --accent: #792f5d; --fill: #792f5d; --fill-hover: #65234d; --on-fill: #ffffff;
  --tint: #f7e8f0; --focus: #a23e7c; --bad: #9b2421; --bad-tint: #fde7e5; }
@media (prefers-color-scheme: dark) { :root { --side: #161311; --page: #221f1c; --raised: #2d2926; --text-1: #e9e6e0;
  --text-2: #bdb8b1; --line: #322e2a; --control: #7b756e; --accent: #e8aacc; --fill: #9d4a7c; --fill-hover: #aa5688;
  --tint: #432938; --focus: #e08bbc; --bad: #f39d95; --bad-tint: #4a2623; }
  header img { padding: 4px; border-radius: 8px; background: #fdfcfa; } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 24px 16px 48px;
  background: var(--side); color: var(--text-1); font: 400 16px/24px "IBM Plex Sans", ui-sans-serif, system-ui, "Segoe UI", Roboto,
  "Noto Sans", "Noto Sans Devanagari", "Noto Sans CJK JP", "Noto Sans Arabic", sans-serif; }
header, main { width: 100%; max-width: 560px; }
header { display: flex; align-items: center; gap: 12px; min-height: 40px; margin-bottom: 16px; font-weight: 600; }
header img { max-width: 180px; max-height: 40px; }
header span, h1, p, .face, .said { overflow-wrap: anywhere; }
main { padding: 24px 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--page); }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.012em; }
p { margin: 0 0 16px; }
main > :last-child { margin-bottom: 0; }
.soft { color: var(--text-2); }
fieldset { margin: 0 0 24px; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 8px; font-weight: 500; }
.faces { display: grid; gap: 8px; }
.face { position: relative; display: flex; align-items: center; gap: 12px; min-height: 52px; padding: 8px 12px;
  border: 1px solid var(--control); border-radius: 8px; background: var(--raised); cursor: pointer; }
.face img { flex: none; width: 32px; height: 32px; }
.face input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.face:has(input:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.face:has(input:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
.face i { flex: none; width: 18px; height: 18px; margin-inline-start: auto; border: 1px solid var(--control); border-radius: 50%; }
.face:has(input:checked) i { border: 6px solid var(--accent); }
label.text { display: block; margin-bottom: 8px; font-weight: 500; }
label.text span { font-weight: 400; color: var(--text-2); }
textarea { display: block; width: 100%; min-height: 112px; margin-bottom: 24px; padding: 10px 12px; border: 1px solid var(--control);
  border-radius: 8px; background: var(--raised); color: inherit; font: inherit; resize: vertical; }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 8px; background: var(--fill); color: var(--on-fill);
  font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: var(--fill-hover); }
button[disabled] { opacity: 0.6; cursor: default; }
a { color: var(--accent); font-weight: 500; }
.go { display: inline-flex; align-items: center; min-height: 44px; }
textarea:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 8px; }
.error { padding: 12px; border-radius: 8px; background: var(--bad-tint); color: var(--bad); font-weight: 500; }
.chosen { display: flex; align-items: center; gap: 12px; font-weight: 600; }
.chosen img { width: 40px; height: 40px; }
.said { margin: 0 0 16px; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); color: var(--text-2); white-space: pre-line; }
@media (min-width: 600px) {
  body { padding-top: 64px; }
  main { padding: 32px; }
  .faces { grid-template-columns: repeat(5, 1fr); }
  .face { flex-direction: column; gap: 8px; padding: 16px 4px 12px; font-size: 14px; line-height: 18px; text-align: center; }
  .face img { width: 40px; height: 40px; }
  .face i { margin: auto 0 0; }
}
@media (forced-colors: active) { .face:has(input:checked) { outline: 3px solid Highlight; } .face i { display: none; } .face input { opacity: 1; inset: auto 8px auto auto; width: 20px; height: 20px; position: static; order: 9; } }
`;

/** By which a policy allows this sheet and no other. */
export const pageStyleSource = `'sha256-${sha256(pageStyle).toString('base64')}'`;
