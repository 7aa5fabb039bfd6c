import type { ComponentChildren } from 'preact';
import { useClient } from '../view/context.ts';
import { type Fetched, Loading } from '../view/fetched.tsx';
import { Icon } from '../view/icon.tsx';
import { ConfirmButton, type Question } from './confirm.tsx';
import { DialogButton } from './dialog-button.tsx';
import { type FormDeclaration, FormDialog } from './form.tsx';

export interface ItemForm extends FormDeclaration {
  title: string;
  note?: string;
  /** Further controls below the form. */
  extra?: ComponentChildren;
}

interface Props<Item> {
  title?: string;
  /** The purpose of the list, in a sentence. */
  about?: ComponentChildren;
  items: readonly Item[] | undefined;
  /** Where the items come from, if they have to be fetched. */
  source?: Fetched<unknown>;
  empty: string;
  keyOf: (item: Item) => string | number;
  /** The name of an item in labels of buttons. */
  nameOf: (item: Item) => string;
  /** The content of an item's row. */
  children: (item: Item) => ComponentChildren;
  add?: ItemForm | undefined;
  change?: ((item: Item) => ItemForm | undefined) | undefined;
  remove?: ((item: Item) => Question | undefined) | undefined;
  /** Stores another order of the keys. */
  reorder?: ((keys: number[]) => Promise<unknown>) | undefined;
  tools?: (item: Item) => ComponentChildren;
  /** Content below the rows. */
  footer?: ComponentChildren;
}

/** The forms for adding, changing, deleting and sorting items, if permitted. */
export type ListForms<Item> = Pick<Props<Item>, 'add' | 'change' | 'remove' | 'reorder'>;

/** A list of items that can be viewed, added, changed, sorted and deleted. */
export function EditableList<Item>(props: Props<Item>) {
  const { title, about, items, source, empty, keyOf, add, footer } = props;
  return (
    <section class="list-section">
      {(title || add) && (
        <header>
          {title ? <h3>{title}</h3> : <p class="quiet">{about}</p>}
          {add && <FormButton form={add} isMain />}
        </header>
      )}
      {about && (title || !add) && <p class="quiet">{about}</p>}
      {source && items === undefined && <Loading fetched={source} />}
      {items?.length === 0 && <p class="nothing">{empty}</p>}
      <ul class="rows">
        {items?.map((item, index) => (
          <Row key={keyOf(item)} {...props} item={item} index={index} keys={items.map(keyOf)} />
        ))}
      </ul>
      {footer}
    </section>
  );
}

function Row<Item>(props: Props<Item> & { item: Item; index: number; keys: (string | number)[] }) {
  const { item, index, keys, nameOf, children, change, remove, reorder, tools } = props;
  const form = change?.(item);
  const question = remove?.(item);
  const name = nameOf(item);
  return (
    <li class="row">
      <div class="row-body">{children(item)}</div>
      <div class="buttons">
        {tools?.(item)}
        {reorder && keys.length > 1 && <Movers name={name} index={index} keys={keys as number[]} reorder={reorder} />}
        {form && <FormButton form={form} label={`${form.verb === 'Save' ? 'Change' : form.verb} ${name}`} />}
        {question && <ConfirmButton label={`${question.verb} ${name}`} question={question} />}
      </div>
    </li>
  );
}

/** A button that opens a form. */
export function FormButton({ form, label, isMain }: { form: ItemForm; label?: string; isMain?: boolean }) {
  return (
    <DialogButton text={isMain ? form.title : 'Change'} label={label} isMain={isMain}>
      {(close) => <FormDialog {...form} onClose={close} />}
    </DialogButton>
  );
}

interface MoverProps {
  name: string;
  index: number;
  keys: readonly number[];
  reorder: (keys: number[]) => Promise<unknown>;
}

/** Moves an item up or down by one. */
function Movers({ name, index, keys, reorder }: MoverProps) {
  const client = useClient();
  const move = (step: 1 | -1) => {
    const next = [...keys];
    next.splice(index + step, 0, ...next.splice(index, 1));
    void client.attempt(reorder(next));
  };
  return (
    <span class="movers">
      <button type="button" class="tool" aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => move(-1)}>
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={`Move ${name} down`}
        disabled={index === keys.length - 1}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </button>
    </span>
  );
}
