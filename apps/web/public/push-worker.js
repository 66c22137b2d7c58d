// Shows what the desk tells while nobody looks at it, and leads there. It keeps nothing and answers no requests of pages.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Whoever has the desk before their eyes sees it there; a test is shown all the same. */
async function show(data) {
  const { title, body, url, tag } = read(data);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tag !== 'test' && windows.some((one) => one.focused)) return;
  // A later one of the same conversation takes the place of the earlier, and is told again.
  await self.registration.showNotification(title, { body, tag, renotify: true, icon: '/logo.png', data: { url } });
}

function read(data) {
  try {
    const { title, body, url, tag } = data.json();
    return { title: String(title), body: String(body ?? ''), url: String(url ?? '/'), tag: String(tag || 'desk') };
  } catch {
    return { title: self.location.host, body: '', url: '/', tag: 'desk' };
  }
}

/** Goes to a tab that shows it already, in whichever list, else opens one; never to another site. */
async function open(data) {
  const asked = new URL(data?.url ?? '/', self.location.origin);
  const url = asked.origin === self.location.origin ? asked : new URL('/', self.location.origin);
  const last = (address) => new URL(address).pathname.split('/').at(-1);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => last(one.url) === last(url.href));
  return shown ? shown.focus() : self.clients.openWindow(url.href);
}
