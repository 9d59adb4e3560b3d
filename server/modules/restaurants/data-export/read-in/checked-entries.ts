import { auditActions } from '#contract/staff/audit-log.ts';
import type { CheckedArchive, Row } from './check-archive.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

const knownActions: ReadonlySet<unknown> = new Set(auditActions);

/** The entries of the audit log, each such as its page can show. */
export async function* checkedEntries(archive: CheckedArchive): AsyncGenerator<Row> {
  for await (const entry of archive.rows('audit_log_entries')) {
    const isKnown = knownActions.has(entry['action']) && isObject(entry['details']);
    if (!isKnown || Number.isNaN(Date.parse(String(entry['at']))))
      throw new UnreadableArchive('its audit log has an entry that this server does not know');
    yield entry;
  }
}

function isObject(text: unknown): boolean {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
