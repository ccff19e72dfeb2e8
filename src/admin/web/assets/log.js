/** Distance in pixels from the end of a log up to which its reader counts as being at the end. */
const nearEnd = 40;

/** Shows the log of an attempt as it grows. The page contains the lines that existed when it was loaded. */
export async function followLog() {
  const log = document.querySelector('pre[data-stream]');
  if (!(log instanceof HTMLElement)) return;
  const answer = await fetch(log.dataset['stream'] ?? '', { headers: { 'Adwright-Passive': '1' } });
  if (!answer.ok || answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  log.scrollTop = log.scrollHeight;
  // The stream starts with the lines that the page contains.
  let shown = log.textContent.length;
  for (let received = 0; ;) {
    const { done, value = '' } = await reader.read();
    if (done) return;
    received += value.length;
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < nearEnd;
    if (received > shown) {
      log.append(value.slice(shown - received));
      shown = received;
    }
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }
}
