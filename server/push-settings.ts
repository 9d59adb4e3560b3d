import { z } from 'zod';

/** The push services of Chrome and the browsers made from it, Firefox, Safari and Edge. */
const ofBrowserMakers =
  'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

export const pushVariables = {
  PUSH_SERVICES: z
    .string()
    .refine(
      (text) => text.split(',').every((name) => service.test(name.trim())),
      'must be names such as push.example.com or *.example.com, or origins such as https://push.example.com:8443',
    )
    .transform((text) => text.split(',').map((name) => name.trim()))
    .default(ofBrowserMakers.split(',')),
};

const service = /^((\*\.)?([a-z0-9-]+\.)*[a-z][a-z0-9-]*|https?:\/\/[\w.-]+(:\d{1,5})?)$/;
