import type { ComponentChildren } from 'preact';
import { t } from '../language/texts.ts';
import { type Fetched, Loading } from '../parts/fetched.tsx';
import { Tool } from '../parts/tool.tsx';
import { ConfirmButton, type Question } from './confirm.tsx';
import { DialogButton } from './dialog-button.tsx';
import { type FormDeclaration, FormDialog } from './form.tsx';
import { type Move, type Reorder, useSorting } from './sorting.ts';

export interface ItemForm extends FormDeclaration {
  title: string;
  note?: string;
  /** Further controls below the form. */
  extra?: ComponentChildren;
}

interface Props<Item, Key extends string | number> {
  title?: string;
  /** The purpose of the list, in a sentence. */
  about?: ComponentChildren;
  items: readonly Item[] | undefined;
  /** Where the items come from, if they have to be fetched. */
  source?: Fetched<unknown>;
  empty: string;
  keyOf: (item: Item) => Key;
  /** The name of an item in labels of buttons. */
  nameOf: (item: Item) => string;
  /** The content of an item's row. */
  children: (item: Item) => ComponentChildren;
  add?: ItemForm | undefined;
  change?: ((item: Item) => ItemForm | undefined) | undefined;
  remove?: ((item: Item) => Question | undefined) | undefined;
  /** Stores another order. */
  reorder?: Reorder<Key> | undefined;
  tools?: (item: Item) => ComponentChildren;
  /** Content below the rows. */
  footer?: ComponentChildren;
}

/** The forms for adding, changing, deleting and sorting items, if permitted. */
export type ListForms<Item, Key extends string | number = number> = Pick<
  Props<Item, Key>,
  'add' | 'change' | 'remove' | 'reorder'
>;

/** A list of items that can be viewed, added, changed, sorted and deleted. */
export function EditableList<Item, Key extends string | number>(props: Props<Item, Key>) {
  const { title, about, items, source, empty, keyOf, add, footer, reorder } = props;
  const move = useSorting(items?.map(keyOf) ?? [], reorder);
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
          <Row key={keyOf(item)} {...props} item={item} index={index} count={items.length} move={move} />
        ))}
      </ul>
      {footer}
    </section>
  );
}

interface RowProps<Item, Key extends string | number> extends Props<Item, Key> {
  item: Item;
  index: number;
  count: number;
  move: Move<Key> | undefined;
}

function Row<Item, Key extends string | number>(props: RowProps<Item, Key>) {
  const { item, index, count, keyOf, nameOf, children, change, remove, move, tools } = props;
  const form = change?.(item);
  const question = remove?.(item);
  const name = nameOf(item);
  return (
    <li class="row">
      <div class="row-body">{children(item)}</div>
      <div class="buttons">
        {tools?.(item)}
        {move && count > 1 && (
          <Movers name={name} index={index} count={count} move={(step) => move(keyOf(item), step)} />
        )}
        {form && (
          <FormButton
            form={form}
            label={`${form.verb === t('common.save') ? t('common.change') : form.verb} ${name}`}
          />
        )}
        {question && <ConfirmButton label={`${question.verb} ${name}`} question={question} />}
      </div>
    </li>
  );
}

/** A button that opens a form. */
export function FormButton({ form, label, isMain }: { form: ItemForm; label?: string; isMain?: boolean }) {
  return (
    <DialogButton text={isMain ? form.title : t('common.change')} label={label} isMain={isMain}>
      {(close) => <FormDialog {...form} onClose={close} />}
    </DialogButton>
  );
}

interface MoverProps {
  name: string;
  index: number;
  count: number;
  move: (step: 1 | -1) => void;
}

/** Moves an item up or down by one. */
function Movers({ name, index, count, move }: MoverProps) {
  return (
    <span class="movers">
      <Tool name={t('forms.moveUp', { name })} icon="up" disabled={index === 0} onClick={() => move(-1)} />
      <Tool name={t('forms.moveDown', { name })} icon="down" disabled={index === count - 1} onClick={() => move(1)} />
    </span>
  );
}
