const lengthMax = 300;

/**
 * Returns the words of a provider as the cause of a failure, for operators: on one line, without the key, and at most
 * 300 characters long.
 */
export function providerWords(text: string, key: string | null): Error {
  const hidden = key === null || key === '' ? text : text.replaceAll(key, '[key]');
  const line = hidden.replace(/\s+/g, ' ').trim();
  const error = new Error(line.length > lengthMax ? `${line.slice(0, lengthMax - 1)}…` : line);
  delete error.stack;
  return error;
}
