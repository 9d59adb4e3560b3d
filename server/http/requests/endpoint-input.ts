import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { checkedInput, checkedWords } from './checked-input.ts';
import { type AdmitFile, type FormPlan, planForm, readForm } from './form-body.ts';
import type { UploadedFile } from '../handlers.ts';
import { Refusal } from '../answers/refusal.ts';

/** The input of a request, in the declared shapes; undefined where nothing is declared. */
export interface EndpointInput {
  params: unknown;
  query: unknown;
  body: unknown;
  form: unknown;
  files: Record<string, UploadedFile>;
}

const noFiles: Record<string, UploadedFile> = Object.freeze({});

/** Makes the function that reads and checks the input of an endpoint. It throws `request.*` refusals. */
export function inputReader(endpoint: Endpoint, admit: AdmitFile): (request: FastifyRequest) => Promise<EndpointInput> {
  const { params, query, body, form, files = [] } = endpoint;
  let plan: FormPlan | undefined;

  return async (request) => {
    const checked = {
      params: params && checkedWords(params, request.params as object),
      query: query && checkedWords(query, request.query as object),
    };
    if (request.isMultipart()) {
      if (form === undefined) throw new Refusal('request.unsupported_type');
      plan ??= planForm(form, files);
      const parts = await readForm(request, plan, admit);
      return { ...checked, body: undefined, form: checkedInput(form, parts.form), files: parts.files };
    }
    return {
      ...checked,
      body: body && checkedInput(body, request.body),
      form: form && checkedInput(form, request.body ?? {}),
      files: noFiles,
    };
  };
}
