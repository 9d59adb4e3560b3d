import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { GuestMessageSettings } from '#contract/ordering/guest-messages.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';

const text = words.ordering.guestMessages;

/** The messages that the restaurant has sent, and may send in a day. */
export function MessageBudgets({ budgets }: Pick<GuestMessageSettings, 'budgets'>) {
  return (
    <Section heading={text.budget}>
      <Hint>{text.budgetHint}</Hint>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        {budgets.map(({ kind, sent, budget }) => (
          <Box key={kind} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
            <Typography component="dt" sx={{ flex: '1 1 9rem' }}>
              {text.budgets[kind]}
            </Typography>
            <Typography
              component="dd"
              sx={{
                m: 0,
                marginInlineStart: 'auto',
                fontVariantNumeric: 'tabular-nums',
                ...(sent >= budget && { color: 'error.main' }),
              }}
            >
              {sent >= budget ? text.usedUp({ sent, budget }) : text.sent({ sent, budget })}
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
