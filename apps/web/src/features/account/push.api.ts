import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { findCurrentAgent } from '../../lib/session.ts';

/** What stands between this browser and push notifications; null for nothing. */
export function pushObstacle(): 'insecure' | 'unsupported' | 'blocked' | null {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

export const pushQueries = {
  /** The agent's browsers that get push notifications. */
  list: () => queryOptions({ queryKey: ['push'], queryFn: ({ signal }) => api('push.list', {}, { signal }) }),
};

/** Who turned it on in this browser: nobody else who signs in here is told anything by it. */
const ownerKey = 'bellhop.push';

/** Asks for permission, then has this browser told; throws `PushRefused` when the agent or the browser won't. */
async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const registration = await navigator.serviceWorker.register('/push-worker.js');
  const { public_key } = await api('push.key');
  // One of another key, from before the desk's secret changed, stands in the way.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  await take(subscription);
  localStorage.setItem(ownerKey, String(findCurrentAgent()?.id));
}

/** The agent said no, or the browser did for them. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

async function turnOff(): Promise<void> {
  localStorage.removeItem(ownerKey);
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Subscriptions end with their session: in a new one of the same agent this browser is taken in again. Failures are only logged. */
export async function renewPush(): Promise<void> {
  try {
    if (localStorage.getItem(ownerKey) !== String(findCurrentAgent()?.id)) return;
    const registration = await navigator.serviceWorker.getRegistration('/');
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) await take(subscription);
  } catch (error) {
    console.info(error);
  }
}

async function take(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await api('push.subscribe', { body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } } });
}

export function useTurnPush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ on, id }: { on: boolean; id: number | undefined }) => {
      if (on) return turnOn();
      await turnOff();
      if (id !== undefined) await api('push.unsubscribe', { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
  });
}

export function useRemovePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('push.unsubscribe', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
  });
}

export function useTestPush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('push.test', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
  });
}
