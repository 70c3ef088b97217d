const ADDRESS = process.env.CRAWLSIEVE ?? 'http://127.0.0.1:8080';
const PAUSE = 60_000; // milliseconds without a question after one that was not answered at all
let pausedUntil = 0;

/** The answer; null if there is none, and then the page counts as new. */
async function answer(query, init = {}) {
  if (Date.now() < pausedUntil) return null;
  const token = process.env.CRAWLSIEVE_TOKEN;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  try {
    const response = await fetch(`${ADDRESS}/api/ask${query}`, {
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(5000),
    });
    return response.ok ? await response.json() : null;
  } catch {
    pausedUntil = Date.now() + PAUSE;
    return null;
  }
}

/** Whether a URL, or another one of its page, has been decided on: it need not be fetched. */
export async function isKnown(url) {
  const known = await answer(`?url=${encodeURIComponent(url)}`);
  return [known, ...(known?.sameAs ?? [])].some((one) => one?.verdict);
}

/** Whether a page, as an event, is a copy of a kept one: it need not be stored. */
export async function isCopy(event) {
  const verdict = await answer('', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
  return verdict?.decision === 'duplicate';
}
