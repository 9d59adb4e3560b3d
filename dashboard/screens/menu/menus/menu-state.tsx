import { useQueryClient } from '@tanstack/react-query';
import { shownMenus } from '#contract/menu/menu-sale.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { OptimisticSwitch } from '../../../components/form/optimistic-switch.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.menus;

/** 'true' and 'false' are texts in the documents (core-setup 4). */
export function isLive(menu: Menu): boolean {
  return menu.state === 'true';
}

/** The first menu that guests see (D-67). Null while there is none. */
export function guestsMenu(menus: readonly Menu[]): Menu | null {
  return shownMenus(menus)[0] ?? null;
}

/** Live or Draft, saved at once. */
export function MenuStateSwitch({ menu }: { menu: Menu }) {
  const cache = useQueryClient();
  const { queryKey } = queries.menus();
  const save = async (next: boolean) => {
    const answer = await client.call('POST /menu/update-menu/:id', {
      params: { id: menu._id },
      body: { state: next ? 'true' : 'false' },
    });
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, (menus) => menus?.map((one) => (one._id === menu._id ? answer.menu : one)));
    // A menu that is no longer Live may take the whole site off.
    showToast({ place: 'bar', tone: 'ok', text: answer.msg, undo: () => void takeBack(!next) });
    void cache.invalidateQueries({ queryKey });
  };
  const takeBack = (before: boolean) =>
    save(before).catch((error: unknown) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }));
  return (
    <OptimisticSwitch
      name={text.switchName({ menu: menu.name })}
      isOn={isLive(menu)}
      onText={text.live}
      offText={text.draft}
      save={save}
      errors="setup"
      place="bar"
    />
  );
}
