import { nearestBeat, type BeatGrid } from '../../film/beats.ts';
import type { Span } from './pattern.ts';

export interface Bar extends Span {
  role: 'groove' | 'build';
  /** 0 (sparse) to 1 (every instrument plays). */
  energy: number;
  /** Index in the form, from 0. */
  number: number;
}

/** Plan of the music of a film. */
export interface Form {
  /** Bars of four beats up to the end card. The first one may be shorter, because bars are counted from the end card. */
  bars: Bar[];
  /** Beats on which a scene starts, except the first scene and the end card. */
  cuts: number[];
  /** Beat on which the end card starts. The harmony returns to the tonic on this beat. */
  end: number;
  /** Beat of the last chord, which rings until the film ends. */
  final: number;
  /** Number of beats in the film. */
  beats: number;
}

const beatsPerBar = 4;
/** Shortest time in beats that the last chord rings. */
const ringBeats = 2;

/**
 * Plans the music from the times in seconds at which scenes start, the last of which is the end card. Bars are placed so
 * that the end card starts on the first beat of a bar.
 */
export function formOf(grid: BeatGrid, sceneStarts: readonly number[]): Form {
  const starts = [...new Set(sceneStarts.map((seconds) => nearestBeat(grid, seconds)))].filter((beat) => beat > 0);
  const end = Math.max(0, Math.min(starts.at(-1) ?? grid.beats - beatsPerBar, grid.beats - ringBeats));
  const tail = grid.beats - end;
  return {
    bars: barsUntil(end),
    cuts: starts.filter((beat) => beat < end),
    end,
    final: grid.beats - Math.min(tail, ringBeats + (tail % 1)),
    beats: grid.beats,
  };
}

function barsUntil(end: number): Bar[] {
  const pickup = end % beatsPerBar;
  const whole = Math.floor(end / beatsPerBar);
  const spans: Span[] = pickup > 0 ? [{ beat: 0, beats: pickup }] : [];
  for (let at = 0; at < whole; at++) spans.push({ beat: pickup + at * beatsPerBar, beats: beatsPerBar });
  return spans.map((span, number) => ({
    ...span,
    number,
    role: number === spans.length - 1 && spans.length > 1 ? 'build' : 'groove',
    energy: energyOf(number, spans.length),
  }));
}

/**
 * Returns the energy of a bar, 0 to 1: high in the first bar because of the hook, lower in the next bar, then growing
 * until the end card.
 */
function energyOf(number: number, bars: number): number {
  if (number === 0) return 0.8;
  return 0.6 + 0.4 * (number / Math.max(1, bars - 1));
}
