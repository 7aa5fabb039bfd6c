/**
 * What a form for a new account does while it is filled in: it suggests a name by the e-mail address until one is typed,
 * and measures the password, by its length and how many of its characters differ.
 */
export const newAccountScript = `
const [email, person, password, strength] =
  ['email', 'full_name', 'password', 'strength'].map((id) => document.getElementById(id));
let isTyped = person?.value !== '';
const suggest = () => {
  if (isTyped || !person) return;
  const words = email.value.split(/[@+]/)[0].split(/[._-]+/);
  person.value = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ').trim();
};
person?.addEventListener('input', () => {
  isTyped = true;
});
email?.addEventListener('input', suggest);
suggest();
password?.addEventListener('input', ({ target: { value } }) => {
  strength.value = value.length < strength.dataset.least ? 1 : (value.length * new Set(value).size) / 36;
});
`;
