import { t } from '../language/texts.ts';
import type { Field, InputProps, Unit, Without } from './control.ts';

/** The initial value of a new limit. */
const usualAmount = 10;

/** A number with a unit, or no limit: `10 minutes`, `No limit`. */
export function LimitInput({ id, field, control, value, onChange }: InputProps<'limit'>) {
  const { units, without } = control;
  const none = findWithout(without, value);
  const unit = none ? undefined : unitOf(units, Number(value));
  const amount = unit ? Number(value) / unit.size : usualAmount;
  const choose = (label: string) => {
    const chosen = units.find((one) => one.label === label);
    onChange(chosen ? amount * chosen.size : without.find((one) => one.label === label)?.sent);
  };
  return (
    <div class="limit">
      {unit && <Amount id={id} field={field} amount={amount} onChange={(next) => onChange(next * unit.size)} />}
      <select
        id={unit ? undefined : id}
        class="field"
        aria-label={unit && t('forms.unitOf', { label: field.label })}
        disabled={field.isDisabled}
        value={none?.label ?? unit?.label}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {[...units, ...without].map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </div>
  );
}

interface AmountProps {
  id: string;
  field: Field;
  amount: number;
  onChange: (amount: number) => void;
}

function Amount({ id, field, amount, onChange }: AmountProps) {
  return (
    <input
      id={id}
      class="field is-number"
      type="number"
      min={1}
      step="any"
      required
      disabled={field.isDisabled}
      value={amount}
      onChange={({ currentTarget }) => {
        const next = Math.round(Number(currentTarget.value));
        if (next >= 1) onChange(next);
      }}
    />
  );
}

function findWithout(without: readonly Without[], value: unknown): Without | undefined {
  return without.find(({ stored, sent }) => value === sent || value === stored);
}

/** The largest unit of which a number is a multiple. */
function unitOf(units: readonly Unit[], value: number): Unit | undefined {
  return units.findLast(({ size }) => value % size === 0) ?? units[0];
}
