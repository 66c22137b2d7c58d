/** What a browser says of itself, in words; null for what is not known. */
export interface Device {
  /** With the first part of its version: `Firefox 128`. */
  browser: string | null;
  os: string | null;
}

/** Browsers in the order in which they are looked for: most name those whose engine they share. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Vivaldi', /\bVivaldi\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

/** Reads a User-Agent header as far as agents' browsers are concerned; it may say anything, so nothing is decided by it. */
export function readUserAgent(text: string): Device {
  let browser: string | null = null;
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(text)?.[1];
    if (version === undefined) continue;
    browser = `${name} ${version}`;
    break;
  }
  return { browser, os: systems.find(([, pattern]) => pattern.test(text))?.[0] ?? null };
}
