import type { JobHandler, Queue } from '#server/modules/outbound/jobs/job.ts';

/** A table of handlers in which one does the jobs of all queues. */
export function inEveryQueue(handler: JobHandler): Record<Queue, JobHandler> {
  return {
    mail: handler,
    sms: handler,
    call: handler,
    push: handler,
    'password-reset': handler,
    'order-mail': handler,
    'order-sms': handler,
    'failed-sign-in': handler,
    payment: handler,
    backup: handler,
    purge: handler,
    'restaurant-erasure': handler,
    'guest-erasure': handler,
    'driver-position': handler,
    courier: handler,
    'company-link': handler,
  };
}
