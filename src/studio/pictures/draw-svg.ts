import { spawn, type ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const drawingTimeoutMs = 5_000;

/** The program beside this file, in whatever form this file runs: `.ts` as it is, `.js` when built. */
const program = fileURLToPath(import.meta.url).replace(/draw-svg(\.\w+)$/, 'svg-process$1');

/**
 * Draw an SVG as a PNG whose longer side is about `sidePx`, or half of that where it takes too much memory; undefined when
 * that fails or takes over five seconds.
 *
 * librsvg cannot be interrupted, and a kilobyte of nested patterns keeps it busy for as long as its author likes. So it
 * runs in a process of its own, which can be killed; libvips' time-out was measured to be ten times too late.
 */
export async function drawSvg(svg: Buffer, sidePx: number): Promise<Buffer | undefined> {
  const whole = await drawAt(svg, sidePx);
  const drawn = whole.signal === outOfMemory ? await drawAt(svg, Math.round(sidePx / 2)) : whole;
  return drawn.exitCode === 0 ? drawn.png : undefined;
}

/** Of the drawing process to itself; the time-out's is another. */
const outOfMemory = 'SIGTERM';

async function drawAt(svg: Buffer, sidePx: number): Promise<Exit & { png: Buffer }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(sidePx)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: drawingTimeoutMs,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => undefined); // It may be gone before it has read everything; how it ends tells.
  child.stdin.end(svg);
  const [png, exit] = await Promise.all([buffer(child.stdout), exitOf(child)]);
  return { png, ...exit };
}

/** Both null where it never began. */
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
