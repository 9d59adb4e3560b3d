import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { GuestNote } from '#contract/customers/guest-list.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const text = words.customers.guest;

interface GuestNotesProps {
  notes: readonly GuestNote[];
  /** Where notes may be changed. */
  onEdit?: (note: GuestNote) => void;
  onDelete?: (note: GuestNote) => void;
}

/** Notes about a guest, allergies marked, with who wrote them and when. */
export function GuestNotes({ notes, onEdit, onDelete }: GuestNotesProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {notes.map((note) => (
        <Box component="li" key={note._id}>
          {note.kind === 'allergy' && <Chip size="small" color="error" label={text.allergy} sx={{ mb: 0.5 }} />}
          <Typography
            dir="auto"
            sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', fontWeight: note.kind === 'allergy' ? 600 : 400 }}
          >
            {note.text}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 10rem' }}>
              {text.by({ name: note.by, day: deviceDayText(note.at) })}
              {note.changedBy !== null && note.changedAt !== null && (
                <Box component="span" sx={{ display: 'block' }}>
                  {text.changedBy({ name: note.changedBy, day: deviceDayText(note.changedAt) })}
                </Box>
              )}
            </Typography>
            <Box sx={{ display: 'flex', marginInlineStart: { xs: -1, sm: 0 } }}>
              {onEdit !== undefined && (
                <Button onClick={() => onEdit(note)} aria-label={text.editNote({ text: note.text })} sx={{ px: 1 }}>
                  {text.edit}
                </Button>
              )}
              {onDelete !== undefined && (
                <Button
                  color="error"
                  onClick={() => onDelete(note)}
                  aria-label={text.deleteNote({ text: note.text })}
                  sx={{ px: 1 }}
                >
                  {text.delete}
                </Button>
              )}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
