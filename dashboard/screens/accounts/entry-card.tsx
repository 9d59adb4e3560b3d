import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useFocusOnArrival } from '../../components/shell/focus-on-arrival.ts';
import { usePageTitle } from '../../components/shell/page-title.ts';
import { LanguageChoice } from '../../components/shell/language-choice.tsx';
import mark from '../../icon.svg';
import { words } from '../../words/words.ts';

interface EntryCardProps {
  /** Title of the document. */
  title: string;
  heading: string;
  hint?: string;
  maxWidth: number;
  children: ReactNode;
}

/** A page before the dashboard: one card in the middle. */
export function EntryCard({ title, heading, hint, maxWidth, children }: EntryCardProps) {
  usePageTitle(title);
  const headingRef = useFocusOnArrival({ keepsFocus: true });
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        alignContent: { xs: 'start', sm: 'center' },
        justifyItems: 'center',
        p: { xs: 0, sm: 3 },
      }}
    >
      <Card
        sx={{
          inlineSize: '100%',
          maxWidth,
          minHeight: { xs: '100dvh', sm: 'auto' },
          borderRadius: { xs: 0, sm: 1.5 },
          border: { xs: 0, sm: 1 },
          borderColor: { sm: 'divider' },
          p: { xs: 3, sm: 4 },
          display: 'grid',
          gap: 2,
          alignContent: 'start',
        }}
      >
        <Typography sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 600, color: 'primary.main' }}>
          <img src={mark} alt="" width={32} height={32} />
          {words.general.product}
        </Typography>
        <div>
          <Typography ref={headingRef} tabIndex={-1} variant="h1" sx={{ outline: 'none' }}>
            {heading}
          </Typography>
          {hint !== undefined && <Typography color="textSecondary">{hint}</Typography>}
        </div>
        {children}
        <LanguageChoice />
      </Card>
    </Box>
  );
}
