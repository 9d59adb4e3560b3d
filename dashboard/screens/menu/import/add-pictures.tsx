import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { prepareImage } from '../../../components/form/prepare-image.ts';
import { Section } from '../../../components/shell/section.tsx';
import { errorText } from '../../../words/error-text.ts';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { type MatchedPicture, matchPictures } from './match-pictures.ts';

const text = words.menu.import.pictures;

/** Pictures of many dishes at once, as files or in a ZIP, each found by the name of its file (decisions 61 and 96). */
export function AddPictures() {
  const items = useQuery(queries.items());
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState(0);
  const [failures, setFailures] = useState<ReadonlyMap<File, string>>(new Map());
  const matched = matchPictures(files, items.data ?? []);
  const found = matched.filter((match) => match.items.length > 0);
  const sending = useMutation({
    // One after the other: the server makes few pictures of a restaurant at a time.
    mutationFn: async () => {
      const failed = new Map<File, string>();
      for (const [index, match] of found.entries()) {
        setSent(index);
        const problem = await sendPicture(match);
        if (problem !== null) failed.set(match.file, problem);
      }
      return failed;
    },
    onSuccess: (failed) => {
      const count = found.length - failed.size;
      if (count > 0) showToast({ place: 'bar', tone: 'ok', text: text.added({ count }) });
      setFiles(files.filter((file) => failed.has(file) || !found.some((match) => match.file === file)));
      setFailures(failed);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: catalogueKey }),
  });
  const choose = async (chosen: readonly File[]) => {
    const { pictures, unreadable } = await unpackAll(chosen);
    setFiles([...pictures, ...unreadable]);
    setFailures(new Map(unreadable.map((zip) => [zip, text.zipUnreadable])));
  };
  if (items.data === undefined) {
    return (
      <Section heading={text.title}>
        {items.isError ? (
          <Failure error={items.error} place="setup" onRetry={() => void items.refetch()} />
        ) : (
          <LoadingBlock height={64} />
        )}
      </Section>
    );
  }
  return (
    <Section heading={text.title}>
      <Hint>{text.hint}</Hint>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,.zip"
        aria-label={text.files}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          void choose(chosen);
        }}
        style={visuallyHidden}
      />
      {matched.length > 0 && (
        <Box component="ul" aria-label={text.files} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {matched.map((match) => (
            <PictureRow key={keyOf(match.file)} match={match} failure={failures.get(match.file)} />
          ))}
        </Box>
      )}
      {sending.isPending && (
        <LinearProgress
          variant="determinate"
          value={(100 * sent) / found.length}
          aria-label={text.sending({ done: sent, count: found.length })}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {found.length > 0 && (
          <Button variant="contained" onClick={() => sending.isPending || sending.mutate()}>
            {sending.isPending ? text.sending({ done: sent, count: found.length }) : text.add({ count: found.length })}
          </Button>
        )}
        {!sending.isPending && (
          <Button variant="outlined" startIcon={<AddPhotoAlternateOutlined />} onClick={() => input.current?.click()}>
            {files.length === 0 ? text.choose : text.chooseOther}
          </Button>
        )}
      </Box>
    </Section>
  );
}

function PictureRow({ match, failure }: { match: MatchedPicture; failure: string | undefined }) {
  const { file, items } = match;
  const isReplacing = items.some(({ imageUrl }) => imageUrl !== null);
  const outcome = items.length === 0 ? text.nobody : commaList(items.map(({ name }) => name));
  return (
    <Box component="li" sx={{ py: 1, borderBlockStart: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      <Typography variant="body2" color="textSecondary">
        <bdi>{file.name}</bdi>
      </Typography>
      <Typography variant="body2" color={items.length === 0 || failure !== undefined ? 'error' : undefined}>
        {failure ?? (isReplacing ? text.replaces({ names: outcome }) : outcome)}
      </Typography>
    </Box>
  );
}

/** Pictures of two folders of a ZIP may have one name. */
const keys = new WeakMap<File, string>();
function keyOf(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}

/** The pictures among the chosen files and in those that are ZIPs, and the ZIPs that cannot be read. */
async function unpackAll(chosen: readonly File[]): Promise<{ pictures: File[]; unreadable: File[] }> {
  const { isZip, unzipPictures } = await import('./unzip-pictures.ts');
  const unpacked = await Promise.all(
    chosen.map(async (file) => ({ file, pictures: isZip(file) ? await unzipPictures(file) : [file] })),
  );
  return {
    pictures: unpacked.flatMap(({ pictures }) => pictures ?? []),
    unreadable: unpacked.flatMap(({ file, pictures }) => (pictures === null ? [file] : [])),
  };
}

/** @returns why it could not be added; null when it was. */
async function sendPicture({ file, items }: MatchedPicture): Promise<string | null> {
  const image = await prepareImage(file);
  if (typeof image === 'string') return words.general.image.problems[image];
  try {
    for (const { _id } of items) {
      await client.call('POST /menu/update-items-modifier/:id', {
        params: { id: _id },
        query: {},
        form: {},
        files: { image },
      });
    }
    return null;
  } catch (error) {
    return errorText(error, 'setup');
  }
}
