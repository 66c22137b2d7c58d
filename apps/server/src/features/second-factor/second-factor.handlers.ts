import type { Enrolled, secondFactorRoutes } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../core/deps.ts';
import type { Handlers, RequestSession } from '../../http/request-context.ts';
import { askToConfirm } from './confirm.ts';
import { addPasskey, beginPasskey, beginTotp, finishTotp, renewRecoveryCodes } from './enrol.ts';
import { readOwnFactor } from './read-second-factor.ts';
import { nameOwnPasskey, removePasskey, removeTotp } from './remove.ts';

type OwnRoutes = Exclude<Extract<keyof typeof secondFactorRoutes, `account.${string}`>, 'account.confirm'>;

/** Gives a session a new id and the browser its cookies: what it may do has grown. */
export type RenewSession = (session: RequestSession, reply: FastifyReply) => Promise<void>;

/** What agents do with their own second factor. */
export function createSecondFactorHandlers(
  deps: Deps,
  { renewSession }: { renewSession: RenewSession },
): Pick<Handlers<typeof secondFactorRoutes>, OwnRoutes> {
  const lift = async (enrolled: Enrolled, session: RequestSession, reply: FastifyReply) => {
    if (session.is_limited) await renewSession(session, reply);
    return enrolled;
  };
  return {
    'account.confirm_passkey_options': ({ actor, session }) => askToConfirm(deps, actor, session),
    'account.second_factor': ({ actor, session }) => readOwnFactor(deps, actor, session),
    'account.begin_totp': (own) => beginTotp(deps, own),
    'account.finish_totp': async (own) => lift(await finishTotp(deps, own, own.body.code), own.session, own.reply),
    'account.remove_totp': (own) => removeTotp(deps, own),
    'account.begin_passkey': (own) => beginPasskey(deps, own),
    'account.add_passkey': async (own) => lift(await addPasskey(deps, own, own.body), own.session, own.reply),
    'account.rename_passkey': ({ actor, params, body }) => nameOwnPasskey(deps, actor, params.id, body.name),
    'account.remove_passkey': (own) => removePasskey(deps, own, own.params.id),
    'account.renew_recovery_codes': (own) => renewRecoveryCodes(deps, own),
  };
}
