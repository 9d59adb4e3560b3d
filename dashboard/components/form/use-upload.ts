import { useState } from 'react';
import type { Client } from '#contract/base/client.ts';
import { client, uploadingClient } from '../../api/api.ts';

/** Sends what may carry a file, and tells how much of it has left: from 0 to 1, null while nothing is sent. */
export function useUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const upload = <Answer>(hasFile: boolean, send: (client: Client) => Promise<Answer>): Promise<Answer> => {
    if (!hasFile) return send(client);
    setProgress(0);
    return send(uploadingClient(setProgress)).finally(() => setProgress(null));
  };
  return { progress, upload };
}
