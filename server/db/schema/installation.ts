import { boolean, bytea, type Tables } from './columns.ts';

export const installation = {
  installation: {
    is_only: boolean().defaulted(),
    secret_fingerprint: bytea(),
  },
} satisfies Tables;
