import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerId } from '#contract/base/ids.ts';
import type { GuestNote } from '#contract/customers/guest-list.ts';
import { client } from '../../api/api.ts';
import { customersKey } from '../../api/customer-queries.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Section } from '../../components/shell/section.tsx';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { GuestNotes } from '../../components/order/guest-notes.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.customers.guest;

/** The notes about a guest, and the way to note more. */
export function NotesSection({ customerId, notes }: { customerId: CustomerId; notes: readonly GuestNote[] }) {
  const [editing, setEditing] = useState<GuestNote | 'new' | null>(null);
  const [deleting, setDeleting] = useState<GuestNote | null>(null);
  return (
    <Section heading={text.notes}>
      <Hint>{text.notesHint}</Hint>
      {notes.length === 0 ? (
        <Hint>{text.noNotes}</Hint>
      ) : (
        <GuestNotes notes={notes} onEdit={setEditing} onDelete={setDeleting} />
      )}
      <Box>
        <Button variant="outlined" onClick={() => setEditing('new')}>
          {text.add}
        </Button>
      </Box>
      {editing !== null && (
        <NoteDialog
          customerId={customerId}
          note={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting !== null && <DeleteNote note={deleting} onClose={() => setDeleting(null)} />}
    </Section>
  );
}

function DeleteNote({ note, onClose }: { note: GuestNote; onClose: () => void }) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const deletion = useMutation({
    mutationFn: () => client.call('POST /customer/delete-note/:id', { params: { id: note._id } }),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    // Refused or not, the page shows what there is.
    onSettled: () => {
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: customersKey });
    },
  });
  return (
    <ConfirmDialog
      title={text.deleteHeading}
      hint={note.text}
      confirmLabel={text.delete}
      cancelLabel={text.keep}
      isDangerous
      isBusy={deletion.isPending}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
    />
  );
}
