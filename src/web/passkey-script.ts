/**
 * Shows the forms that ask for a passkey where the browser has them, and puts the answer of the authenticator into the
 * form before it is sent. Options are those of WebAuthn, with bytes in base64url.
 */
export const passkeyScript = `
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const read = ({ challenge, user, allowCredentials, excludeCredentials, ...others }) => ({
  publicKey: {
    ...others,
    challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    ...(allowCredentials && { allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })) }),
    ...(excludeCredentials && { excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })) }),
  },
});
const answer = async (options) => {
  if (!options.user) {
    const { rawId, response } = await navigator.credentials.get(read(options));
    return [response.clientDataJSON, response.authenticatorData, response.signature, rawId];
  }
  const { response } = await navigator.credentials.create(read(options));
  return [response.clientDataJSON, response.getAuthenticatorData(), response.getPublicKey()];
};
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { origin, ...options } = JSON.parse(form.dataset.passkey);
  const problem = form.querySelector('[role=alert][hidden]');
  form.hidden = location.origin !== origin || !globalThis.PublicKeyCredential;
  let isAsking = false;
  form.addEventListener('submit', async (event) => {
    if (form.elements.credential.value !== '') return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    problem.hidden = true;
    try {
      form.elements.credential.value = (await answer(options)).map(textOf).join('.');
      form.requestSubmit();
    } catch {
      problem.hidden = false;
    }
    isAsking = false;
  });
}
`;
