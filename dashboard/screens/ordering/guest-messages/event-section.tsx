import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type GuestChannel, guestChannels, type GuestEvent } from '#contract/ordering/guest-events.ts';
import type { GuestMessageSettings } from '#contract/ordering/guest-messages.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { MessagePreviews } from './message-previews.tsx';

const text = words.ordering.guestMessages;

/** Beside each other where there is room for all. */
const channels = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 15rem)',
  columnGap: 4,
  rowGap: 1,
  '@container (min-width: 42rem)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
} as const;

interface EventSectionProps {
  event: GuestEvent;
  settings: GuestMessageSettings;
}

/** One event: by which channels its guest is told, and in which words. */
export function EventSection({ event, settings }: EventSectionProps) {
  const [isShown, setShown] = useState(false);
  const headingId = useId();
  const previewsId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{
        maxWidth: formWidth,
        p: 2,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        containerType: 'inline-size',
      }}
    >
      <Typography id={headingId} variant="h2">
        {text.events[event]}
      </Typography>
      <Hint>{text.eventHints[event]}</Hint>
      <Box sx={channels}>
        {guestChannels.map((channel) => (
          <ChannelSwitch key={channel} event={event} channel={channel} isOn={settings.switches[event][channel]} />
        ))}
      </Box>
      <Button
        aria-expanded={isShown}
        aria-controls={previewsId}
        aria-label={text.showOf({ event: text.events[event] })}
        onClick={() => setShown(!isShown)}
        sx={{ justifySelf: 'start', marginInlineStart: -1, px: 1 }}
      >
        {text.show}
      </Button>
      <Box id={previewsId} hidden={!isShown}>
        {isShown && <MessagePreviews previews={settings.previews.filter((preview) => preview.event === event)} />}
      </Box>
    </Card>
  );
}

interface ChannelSwitchProps {
  event: GuestEvent;
  channel: GuestChannel;
  isOn: boolean;
}

/** Moves at once, and back when saving fails. */
function ChannelSwitch({ event, channel, isOn }: ChannelSwitchProps) {
  const cache = useQueryClient();
  const { queryKey } = queries.guestMessageSettings();
  const saving = useMutation({
    mutationFn: async (next: boolean) => {
      const body = { event, channel, isOn: next };
      const { settings, msg } = await client.call('POST /order/switch-guest-message', { body });
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, settings);
      showToast({ place: 'bar', tone: 'ok', text: msg });
    },
    // One after the other: each answer brings all switches.
    scope: { id: 'guest messages' },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <EditingArea>
      <SwitchField
        label={text.channels[channel]}
        name={text.switchOf({ event: text.events[event], channel: text.channels[channel] })}
        isOn={saving.isPending ? saving.variables : isOn}
        onChange={(next) => saving.mutate(next)}
        sx={{ justifyContent: 'space-between' }}
      />
    </EditingArea>
  );
}
