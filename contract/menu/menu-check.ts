/** The menu check on the server, for screens without all the data that the rule needs. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { weekdays } from '../base/time.ts';
import { type FindingCode, findingSeverities, subjectKinds } from './check/finding.ts';

const codes = Object.keys(findingSeverities) as [FindingCode, ...FindingCode[]];

/** `menu/check/finding.ts` describes each code and its details. */
export const Finding = z.object({
  code: z.enum(codes),
  severity: z.enum(['blocks', 'warns']),
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), name: z.string() }),
  mode: z.enum(['delivery', 'pickup']).optional(),
  days: z.array(z.enum(weekdays)).optional(),
  needed: z.int().optional(),
  available: z.int().optional(),
  outlet: z.object({ _id: z.string(), name: z.string() }).optional(),
  language: z.string().optional(),
  fields: z.array(z.enum(['name', 'description'])).optional(),
  diets: z.array(z.string()).optional(),
  option: z.string().optional(),
  list: z.string().optional(),
  dishes: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof Finding>;

export const checkMenu = endpoint({
  summary: 'The menu check: findings that keep guests from ordering, and those that look careless.',
  callers: merchant,
  answer: z.object({ findings: z.array(Finding) }),
  errors: [],
});
