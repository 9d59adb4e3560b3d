import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { beginCompanySignIn, readDestination, tryCompany } from './begin-company-sign-in.ts';
import {
  connectCompany,
  disconnectCompany,
  readCompanyOf,
  switchCompany,
  unlinkCompanyPerson,
} from './change-company.ts';
import { finishCompanySignIn, finishCompanyTrial, linkCompany } from './finish-company-sign-in.ts';
import { mailCompanyLink } from './mail-company-link.ts';

type CompanyDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'passwords' | 'streams' | 'withProof'>;

/** The calls of company sign-in: of people who sign in, and of owners. */
export function companyRoutes(deps: CompanyDeps) {
  const { withProof } = deps;
  return {
    'POST /auth/mail-company-link': async ({ body, clientAddress }) => {
      await mailCompanyLink(deps, body.email, clientAddress);
      return confirmationOf('account.company_link_sent');
    },
    'POST /auth/find-company': ({ body, clientAddress }) => readDestination(deps, body, clientAddress),
    'POST /auth/begin-company-signin': ({ body, clientAddress }) => beginCompanySignIn(deps, body, clientAddress),
    'POST /auth/finish-company-signin': ({ body, ...client }) => finishCompanySignIn(deps, body, client),
    'POST /auth/link-company': ({ body, ...client }) => linkCompany(deps, body, client),

    'GET /restaurant/get-company': ({ caller }) => readCompanyOf(deps, caller.restaurantId),
    'POST /restaurant/connect-company': async ({ caller, body, clientAddress, requestId }) => {
      const { issuer, clientId, clientSecret, domains, ...proof } = body;
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await connectCompany(deps, by, { issuer, clientId, clientSecret, domains }, (change) =>
        withProof({ ...caller, clientAddress }, proof, change),
      );
      return { ...(await readCompanyOf(deps, caller.restaurantId)), ...confirmationOf('record.updated') };
    },
    'POST /restaurant/try-company': ({ caller, clientAddress }) => tryCompany(deps, caller.restaurantId, clientAddress),
    'POST /restaurant/finish-company-trial': async ({ caller, body, clientAddress }) => ({
      trial: await finishCompanyTrial(deps, caller, body, clientAddress),
    }),
    'POST /restaurant/switch-company': async ({ caller, body, clientAddress, requestId }) => {
      const { isOn, isRequired, ...proof } = body;
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await switchCompany(deps, by, { isOn, isRequired }, (change) =>
        withProof({ ...caller, clientAddress }, proof, change),
      );
      return { ...(await readCompanyOf(deps, caller.restaurantId)), ...confirmationOf('record.updated') };
    },
    'POST /restaurant/unlink-company/:id': async ({ caller, params, body: proof, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await unlinkCompanyPerson(deps, by, params.id, (change) =>
        withProof({ ...caller, clientAddress }, proof, change),
      );
      return { ...(await readCompanyOf(deps, caller.restaurantId)), ...confirmationOf('record.updated') };
    },
    'POST /restaurant/disconnect-company': async ({ caller, body: proof, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await disconnectCompany(deps, by, (change) => withProof({ ...caller, clientAddress }, proof, change));
      return { ...(await readCompanyOf(deps, caller.restaurantId)), ...confirmationOf('record.deleted') };
    },
  } satisfies Partial<Handlers>;
}
