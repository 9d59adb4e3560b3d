import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { OptimisticSwitch } from '../../components/form/optimistic-switch.tsx';
import { words } from '../../words/words.ts';

const text = words.dining.askPhone;

/** Whether guests at the tables of an outlet sign in with their number before they order, saved at once (decision 54). */
export function AskPhone({ outlet }: { outlet: Outlet }) {
  const cache = useQueryClient();
  const save = async (asksPhoneAtTables: boolean) => {
    const params = { id: outlet._id };
    const answer = await client.call('PUT /outlet/update-outlet/:id', { params, form: { asksPhoneAtTables } });
    await cache.invalidateQueries({ queryKey: queries.outlets().queryKey });
    showToast({ place: 'bar', tone: 'ok', text: answer.msg });
  };
  return (
    <Card sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 260px', minInlineSize: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{text.heading}</Typography>
        <Hint>{text.hint}</Hint>
      </Box>
      <OptimisticSwitch
        name={text.heading}
        isOn={outlet.asksPhoneAtTables}
        onText={text.on}
        offText={text.off}
        save={save}
        errors="outlets"
        place="bar"
      />
    </Card>
  );
}
