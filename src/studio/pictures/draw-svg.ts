import { spawn, type ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const drawingTimeoutMs = 5_000;

const program = fileURLToPath(import.meta.url).replace(/draw-svg(\.\w+)$/, 'svg-process$1');

/**
 * Renders an SVG as a PNG whose longer side has about `sidePx` pixels, or half as many if the full size takes too much
 * memory. Returns undefined if rendering fails or takes longer than `timeoutMs`. The renderer librsvg runs in a
 * separate process, which can be killed, because a kilobyte of nested patterns can keep it busy forever and the
 * time-out of libvips takes effect ten times too late, as measured.
 */
export async function drawSvg(svg: Buffer, sidePx: number, timeoutMs = drawingTimeoutMs): Promise<Buffer | undefined> {
  const whole = await drawAt(svg, sidePx, timeoutMs);
  const drawn = whole.signal === outOfMemory ? await drawAt(svg, Math.round(sidePx / 2), timeoutMs) : whole;
  return drawn.exitCode === 0 ? drawn.png : undefined;
}

/**
 * Signal with which the rendering process ends itself if it takes too much memory. A time-out uses another signal, so
 * the two can be distinguished.
 */
const outOfMemory = 'SIGTERM';

async function drawAt(svg: Buffer, sidePx: number, timeout: number): Promise<Exit & { png: Buffer }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(sidePx)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  });
  // The rendering process may exit before it has read its whole input. Its exit code decides, so this error is ignored.
  child.stdin.on('error', () => undefined);
  child.stdin.end(svg);
  const [png, exit] = await Promise.all([buffer(child.stdout), exitOf(child)]);
  return { png, ...exit };
}

/** Exit of the rendering process. Both fields are null if the process did not start. */
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
