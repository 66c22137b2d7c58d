import type { Agent } from '@bellhop/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { DirectionProvider } from 'radix-ui/direction';
import { type ComponentType, lazy, Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { onForbidden, onWarning } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { setCurrentAgent } from '../lib/session.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { toast } from '../ui/toast.ts';
import { startRealtime } from './realtime.ts';
import { createRouter } from './router.tsx';
import { renewCurrentAgent, startLoads } from './start.ts';

export { loadCurrentAgent } from './start.ts';

// Nothing is told before the first screen stands. Without it the desk goes on working.
const Toaster = lazy<ComponentType>(() =>
  import('../ui/Toaster.tsx').then(
    (found) => ({ default: found.Toaster }),
    (error: unknown) => {
      console.error(error);
      return { default: NoToaster };
    },
  ),
);

/** Everything behind the login, for the agent who has just been found: starts the loads and the live connection. */
export function openDesk(agent: Agent) {
  setCurrentAgent(agent);
  const client = createQueryClient();
  const router = createRouter();
  onWarning((message) => toast.plain(message));
  onForbidden(() => void renewCurrentAgent());
  startRealtime(client);
  startLoads(client);
  return (
    <QueryClientProvider client={client}>
      <DirectionProvider dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <TooltipProvider>
          {/* Not as a transition: under load the old conversation would go on taking keys after the address has changed. */}
          <RouterProvider router={router} useTransitions={false} />
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        </TooltipProvider>
      </DirectionProvider>
    </QueryClientProvider>
  );
}

function NoToaster() {
  return null;
}
