-- expand, outside a transaction: steps that reject an order are found among those that only notify, of which there are many in a rush
create index concurrently if not exists escalation_steps_rejects on escalation_steps (due_at) where done_at is null and step = 'reject';
