import type { PageFacts, PaintedPicture, PaintedWords } from '../../../src/stages/onboarding/browser/facts.ts';

/** Returns painted words with usual values for everything that a test does not name. */
export function painted(words: Partial<PaintedWords>): PaintedWords {
  return {
    kind: 'heading',
    tag: 'h2',
    text: 'Words',
    pieces: [],
    x: 100,
    y: 300,
    width: 300,
    height: 40,
    size: 24,
    weight: 400,
    family: 'Inter, sans-serif',
    color: 'rgb(30, 30, 30)',
    fill: '',
    hasImage: false,
    border: 'rgb(30, 30, 30)',
    borderWidth: 0,
    padding: 0,
    cursor: 'auto',
    ground: 'rgb(255, 255, 255)',
    href: '',
    place: 'main',
    names: '',
    struck: false,
    isFixed: false,
    ...words,
  };
}

export function paintedButton(words: Partial<PaintedWords>): PaintedWords {
  return painted({
    kind: 'action',
    tag: 'a',
    text: 'Shop the coats',
    width: 180,
    height: 52,
    size: 16,
    fill: 'rgb(179, 38, 30)',
    color: 'rgb(255, 255, 255)',
    padding: 24,
    cursor: 'pointer',
    ...words,
  });
}

export function paintedPicture(picture: Partial<PaintedPicture>): PaintedPicture {
  return {
    kind: 'img',
    url: 'https://tern.example/a.png',
    alt: '',
    x: 40,
    y: 20,
    width: 120,
    height: 40,
    naturalWidth: 240,
    naturalHeight: 80,
    href: '',
    place: '',
    names: '',
    own: '',
    isFixed: false,
    isControl: false,
    ...picture,
  };
}

/** Returns an inline SVG. */
export function paintedSvg(picture: Partial<PaintedPicture>): PaintedPicture {
  return paintedPicture({ kind: 'svg', url: '', naturalWidth: 0, naturalHeight: 0, ...picture });
}

export function pageFacts(facts: Partial<PageFacts>): PageFacts {
  return {
    url: 'https://tern.example/',
    title: 'Tern',
    language: 'en',
    themeColor: '',
    pageHeight: 2_000,
    ground: 'rgb(255, 255, 255)',
    bodyFamily: 'Lora, serif',
    words: [],
    pictures: [],
    boxes: [],
    wall: '',
    dialogs: 0,
    ...facts,
  };
}
