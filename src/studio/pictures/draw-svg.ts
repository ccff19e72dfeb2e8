import { spawn, type ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Time limit of one rendering, unless a caller sets another. */
const drawingTimeoutMs = 5_000;

/** The program next to this file: `.ts` from source, `.js` when built. */
const program = fileURLToPath(import.meta.url).replace(/draw-svg(\.\w+)$/, 'svg-process$1');

/**
 * Renders an SVG as a PNG. The longer side is about `sidePx`, or half of that if the full size takes too much memory.
 * Returns undefined if rendering fails or takes longer than `timeoutMs`.
 *
 * librsvg cannot be interrupted, and a kilobyte of nested patterns can keep it busy forever. Therefore it runs in a
 * separate process, which can be killed. The time-out of libvips takes effect ten times too late, as measured.
 */
export async function drawSvg(svg: Buffer, sidePx: number, timeoutMs = drawingTimeoutMs): Promise<Buffer | undefined> {
  const whole = await drawAt(svg, sidePx, timeoutMs);
  const drawn = whole.signal === outOfMemory ? await drawAt(svg, Math.round(sidePx / 2), timeoutMs) : whole;
  return drawn.exitCode === 0 ? drawn.png : undefined;
}

/**
 * Signal with which the rendering process ends itself when it takes too much memory. The time-out uses another signal.
 */
const outOfMemory = 'SIGTERM';

async function drawAt(svg: Buffer, sidePx: number, timeout: number): Promise<Exit & { png: Buffer }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(sidePx)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => undefined); // The process may exit before it has read all input; its exit code decides.
  child.stdin.end(svg);
  const [png, exit] = await Promise.all([buffer(child.stdout), exitOf(child)]);
  return { png, ...exit };
}

/** Both fields are null if the process did not start. */
interface Exit {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', () => {
      resolve({ exitCode: null, signal: null });
    });
    child.once('close', (exitCode, signal) => {
      resolve({ exitCode, signal });
    });
  });
