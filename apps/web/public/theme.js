// Sets the theme before the first paint: the one picked on this device, else the system's. src/lib/theme.ts takes over.
(() => {
  var picked = null;
  try {
    picked = localStorage.getItem('bellhop.theme');
  } catch (_) {
    // Storage may be forbidden; the system's theme is then the only one.
  }
  var dark = picked ? picked === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
