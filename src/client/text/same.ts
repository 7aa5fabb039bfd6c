/** Whether two objects with the same properties have the same values. */
export function isSame<Facts extends object>(one: Facts, other: Facts): boolean {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}
