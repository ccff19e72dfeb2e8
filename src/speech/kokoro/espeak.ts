import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Accent } from './phonemes.ts';

const timeoutMs = 10_000;

/**
 * Returns the phonemes of a piece of a sentence, with `^` between the parts of a sound. eSpeak NG runs as a separate
 * process, so that its licence (GPL 3) does not apply to this program and its crashes do not end this program. Throws
 * if the process cannot start or fails.
 */
export async function espeakPhonemes(piece: string, accent: Accent, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const child = spawn('espeak-ng', ['-q', '--ipa', '--tie=^', '-v', accent, '--stdin'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new Error('espeak-ng did not start; install the package espeak-ng', { cause }));
    });
    child.once('close', (code, killed) => {
      if (code === 0) resolve();
      else reject(new Error(`espeak-ng failed with ${killed ?? `exit code ${String(code)}`}`));
    });
  });
  const stop = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  child.stdin.on('error', () => undefined); // The process may die before it has read its input; its exit decides.
  child.stdin.end(`${piece}\n`);
  try {
    const [phonemes] = await Promise.all([text(child.stdout), ended]);
    return phonemes.replace(/\s+/g, ' ').trim();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
