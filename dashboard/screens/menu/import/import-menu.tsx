import Card from '@mui/material/Card';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Menu } from '#contract/menu/menus.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { useUpload } from '../../../components/form/use-upload.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { AddPictures } from './add-pictures.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ImportResult } from './import-result.tsx';
import { Imports } from './imports.tsx';
import { type ImportAnswer, Preview } from './preview.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { likelyTarget, type Target, targetFields } from './target.ts';
import { TargetFields } from './target-fields.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.import;

/** /dashboard/menus/import: a menu from a file, foreseen before it is written; a menu to a file; imports taken back (EX-01). */
export function ImportMenu() {
  const mayEdit = useMayEditMenu();
  return (
    <Page title={text.title} back={{ to: paths.menus(), label: words.menu.menus.title }}>
      {mayEdit ? <ImportAndExport /> : <Notice heading={text.forStaff} action={null} />}
    </Page>
  );
}

function ImportAndExport() {
  const menus = useQuery(queries.menus());
  const [params] = useSearchParams();
  const cameFrom = params.get('id');
  if (menus.data === undefined) {
    if (!menus.isError) return <LoadingBlock height={220} />;
    return (
      <Card>
        <Failure error={menus.error} place="setup" onRetry={() => void menus.refetch()} />
      </Card>
    );
  }
  return (
    <>
      <BringMenu menus={menus.data} cameFrom={cameFrom} />
      <AddPictures />
      <ExportMenu menus={menus.data} cameFrom={cameFrom} />
      <Imports />
    </>
  );
}

function BringMenu({ menus, cameFrom }: { menus: readonly Menu[]; cameFrom: string | null }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [done, setDone] = useState<ImportAnswer | null>(null);
  const [isBack, setBack] = useState(false);
  if (done !== null && done.import !== null && done.preview !== null) {
    const leave = () => {
      setBack(true);
      setDone(null);
      setFile(null);
    };
    return <ImportResult menuImport={done.import} preview={done.preview} onLeave={leave} />;
  }
  return (
    <>
      <ChooseFile file={file} takesFocus={isBack} onChoose={setFile} />
      {file !== null && <ImportFile menus={menus} file={file} cameFrom={cameFrom} onImported={setDone} />}
    </>
  );
}

interface ImportFileProps {
  menus: readonly Menu[];
  file: ChosenFile;
  cameFrom: string | null;
  onImported: (answer: ImportAnswer) => void;
}

/** Preview of the import. Loaded again whenever the file, its target or the menu changes. */
function ImportFile({ menus, file, cameFrom, onImported }: ImportFileProps) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<Target | null>(null);
  const [takesOff, setTakesOff] = useState(false);
  const looking = useUpload();
  const sending = useUpload();
  const target =
    chosen === null || (chosen.kind === 'named' && !file.isJson)
      ? likelyTarget(menus, file.isJson, cameFrom, text.newNameDefault)
      : chosen;
  const form = { ...targetFields(target), removeMissing: takesOff };
  const files = { file: file.content };
  const importing = useMutation({
    mutationFn: () => sending.upload(true, (client) => client.call('POST /menu/import', { form, files })),
    onSuccess: (answer) => {
      // Somebody else has made it so meanwhile.
      if (answer.import === null) showToast({ place: 'bar', tone: 'ok', text: answer.msg });
      else onImported(answer);
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: catalogueKey }),
  });
  const preview = useQuery({
    queryKey: [...catalogueKey, 'import', file.id, form],
    queryFn: ({ signal }) =>
      looking.upload(true, (client) =>
        client.call('POST /menu/import', { form: { ...form, dryRun: true }, files, signal }),
      ),
    gcTime: 0,
    // The import itself changes the menu: what it does was told before.
    enabled: !importing.isPending,
  });
  return (
    <>
      <TargetFields
        menus={menus}
        target={target}
        isJson={file.isJson}
        takesOff={takesOff}
        isFixed={importing.isPending}
        onTarget={setChosen}
        onTakesOff={setTakesOff}
      />
      <Preview
        query={preview}
        progress={importing.isPending ? sending.progress : looking.progress}
        isImporting={importing.isPending}
        onImport={() => importing.mutate()}
      />
    </>
  );
}
